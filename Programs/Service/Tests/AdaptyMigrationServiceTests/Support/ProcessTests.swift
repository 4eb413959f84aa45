import Testing

/// The suites that start the program many times. They run one after the other, so that each is alone with its time
/// limits.
@Suite("Processes", .serialized) enum ProcessTests {}

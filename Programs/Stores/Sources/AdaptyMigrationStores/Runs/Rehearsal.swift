/// The result of a run that was rolled back.
public struct Rehearsal: Sendable {
    /// A row that changes.
    public struct Sample: Sendable {
        public let key: String
        public let before: [UInt8]
        public let after: [UInt8]
    }

    public let progress: RunProgress
    public let verification: VerifyReport
    /// The first rows that change, three at most.
    public let samples: [Sample]
}

/// What a run would have done, had it not been taken back.
public struct Rehearsal: Sendable {
    /// A row or record that changes.
    public struct Sample: Sendable {
        public let key: String
        public let before: [UInt8]
        public let after: [UInt8]
    }

    public let progress: RunProgress
    public let verification: VerifyReport
    /// The first rows or records that change, three at most.
    public let samples: [Sample]
}

/// The result of transactions that were rolled back.
public struct Rehearsal: Sendable, Encodable {
    /// A row that changes.
    public struct Sample: Sendable, Encodable {
        public let key: String
        public let before: [UInt8]
        public let after: [UInt8]

        private enum CodingKeys: CodingKey {
            case key, before, after
        }

        /// Writes the documents as texts.
        public func encode(to encoder: any Encoder) throws {
            var sample = encoder.container(keyedBy: CodingKeys.self)
            try sample.encode(key, forKey: .key)
            try sample.encode(String(decoding: before, as: UTF8.self), forKey: .before)
            try sample.encode(String(decoding: after, as: UTF8.self), forKey: .after)
        }
    }

    public internal(set) var progress = RunProgress()
    public private(set) var verification = VerifyReport()
    /// The first rows that change, three at most.
    public private(set) var samples: [Sample] = []
    /// The number of rows in the table.
    public let rows: Int

    init(rows: Int) { self.rows = rows }

    /// Adds a transaction.
    mutating func add(_ upgrade: BatchUpgrade, _ verification: VerifyReport) {
        progress = upgrade.progress
        samples += upgrade.samples.prefix(3 - samples.count)
        self.verification = verification
    }
}

/// The result of a run that was rolled back.
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

    public let progress: RunProgress
    public let verification: VerifyReport
    /// The first rows that change, three at most.
    public let samples: [Sample]
}

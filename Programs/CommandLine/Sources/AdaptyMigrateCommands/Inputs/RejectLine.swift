@_spi(Tools) import AdaptyMigrationTools

/// A line of a rejects file, as ``Reject`` writes it.
enum RejectLine {
    /// The rejected record, on one line; `nil` when there is none, or when its bytes are not text.
    static func record(in line: [UInt8]) -> [UInt8]? {
        guard let reject = try? RawJSON(decoding: line), reject["code"] != nil else { return nil }
        return reject["record"]?.string?.utf8.map(LineBreaks.joined)
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The records that an upgrade rejected, from its rejects file. Each of its lines stands for one record.
struct RejectedRecords {
    /// How often a record is in the file, by its text, or by base64 where it is no text.
    private var counts: [String: Int] = [:]

    /// - Parameter path: `nil` for no records.
    init(_ path: String?) throws(CommandFailure) {
        guard let path else { return }
        var lines = LineReader(try ByteSource(path: path))
        while let line = try lines.next() {
            guard let reject = try? RawJSON(decoding: line), reject["code"] != nil,
                let text = (reject["record"] ?? reject["record_base64"])?.string
            else {
                throw .usage(
                    "\(path):\(lines.number): this is not a line of a rejects file, as upgrade --rejects writes it")
            }
            counts[text, default: 0] += 1
        }
    }

    /// Takes a record out.
    ///
    /// - Returns: whether it was there.
    mutating func take(_ record: [UInt8]) -> Bool {
        let text = String(validating: record, as: UTF8.self) ?? Base64.encode(record)
        guard let count = counts[text] else { return false }
        counts[text] = count == 1 ? nil : count - 1
        return true
    }
}

/// Reads the output of `SHA256Hash.hex(of:)`.
enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    /// `nil` unless the text consists of pairs of digits.
    static func bytes(_ text: String) -> [UInt8]? {
        let values = text.utf8.map { byte in digits.firstIndex(of: byte).map(UInt8.init) }
        guard values.count % 2 == 0, !values.contains(nil) else { return nil }
        let known = values.compactMap(\.self)
        return stride(from: 0, to: known.count, by: 2).map { known[$0] << 4 | known[$0 + 1] }
    }
}

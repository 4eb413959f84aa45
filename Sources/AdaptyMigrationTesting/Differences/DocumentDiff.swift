/// Shows the differences between two documents to people.
@_spi(Tools) public enum DocumentDiff {
    /// A unified diff of two JSON documents, formatted with one member or element a line. Each `@@` header ends with
    /// the JSON pointers (RFC 6901) of the changes. Empty when the documents differ only in white space.
    public static func unified(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        LineDiff.unified(Indenter.lines(old), Indenter.lines(new))
    }

    /// The first difference between two texts, for cases that a line diff would not show; `nil` when the bytes are the
    /// same.
    static func place(_ old: [UInt8], _ new: [UInt8]) -> String? {
        if old == new { return nil }
        let place =
            zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
        return "byte \(place): \(around(place, old)) against \(around(place, new))"
    }

    private static func around(_ place: Int, _ bytes: [UInt8]) -> String {
        let start = max(0, place - 30), end = min(bytes.count, place + 30)
        return start < end ? String(decoding: bytes[start..<end], as: UTF8.self).debugDescription : "the end"
    }
}

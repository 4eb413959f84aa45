/// What tells two documents apart, for people to read.
public enum DocumentDiff {
    /// A unified diff of two JSON documents, laid out with one member or element a line; each `@@` header ends with the
    /// JSON pointers (RFC 6901) of what changed. Empty when they differ in nothing but white space.
    public static func unified(_ old: [UInt8], _ new: [UInt8]) -> [String] {
        LineDiff.unified(Indenter.lines(old), Indenter.lines(new))
    }

    /// Where two texts part, when a diff of their lines would not show it; `nil` when they are the same bytes.
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

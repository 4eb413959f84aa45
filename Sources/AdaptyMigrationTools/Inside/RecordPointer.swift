/// Where records are inside other documents: a JSON pointer (RFC 6901) in which `*` stands for every element or member.
///
/// The pointer also leads into texts that hold JSON, so `/Records/*/body/Message` is the text `Message` in the text
/// `body`. The first slash may be left out: `payload` is `/payload`, and a column of a table. If a document is an
/// array, a pointer that begins with a name counts from each of its elements.
@_spi(Tools) public struct RecordPointer: Sendable, Hashable, CustomStringConvertible {
    static let all = "*"

    /// The names, decoded.
    let steps: [String]
    /// The pointer with its first slash.
    public let description: String

    /// - Parameter text: the result is `nil` when it is empty, or has a `~` that is neither `~0` nor `~1`.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        description = text.hasPrefix("/") ? text : "/" + text
        var steps: [String] = []
        for step in description.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            let parts = step.split(separator: "~", omittingEmptySubsequences: false)
            guard parts.dropFirst().allSatisfy({ $0.hasPrefix("0") || $0.hasPrefix("1") }) else { return nil }
            steps.append(
                parts.dropFirst().reduce(String(parts[0])) { $0 + ($1.hasPrefix("0") ? "~" : "/") + $1.dropFirst() })
        }
        self.steps = steps
    }

    /// Whether it leads to a member of this name, or to something inside that.
    public func begins(with name: String) -> Bool { RecordPointer.leads(steps.first, to: name) }

    static func leads(_ step: String?, to name: String) -> Bool { step == all || step == name }
}

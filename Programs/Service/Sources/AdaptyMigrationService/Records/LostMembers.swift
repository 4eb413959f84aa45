import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools
import Foundation

/// The members of a document that another document lacks.
///
/// Worked example: `{"a":1,"b":{"c":2}}` and `{"a":3,"b":{}}`. `/b/c` is lost. If values count, `/a` is lost, too.
struct LostMembers {
    /// Whether a member with another value is lost.
    let comparesValues: Bool

    /// - Returns: JSON pointers (RFC 6901) into the document.
    func pointers(_ document: [UInt8], in other: [UInt8]) -> [String] {
        guard let document = try? RawJSON(decoding: document), let other = try? RawJSON(decoding: other) else {
            return []
        }
        return pointers(document, document["data"] == nil ? LostMembers.withoutEnvelope(other) : other, "")
    }

    private func pointers(_ value: RawJSON, _ other: RawJSON?, _ pointer: String) -> [String] {
        guard let other else { return [pointer] }
        if value == other { return [] }
        if let elements = value.elements, let others = other.elements {
            return elements.enumerated().flatMap { position, element in
                pointers(
                    element, others.indices.contains(position) ? others[position] : nil, "\(pointer)/\(position)")
            }
        }
        if let names = LostMembers.names(value), LostMembers.names(other) != nil {
            return names.flatMap { member($0, of: value, other, pointer) }
        }
        let isEmpty = value.elements?.isEmpty ?? LostMembers.names(value)?.isEmpty ?? true
        return comparesValues || !isEmpty ? [pointer] : []
    }

    private func member(_ name: String, of value: RawJSON, _ other: RawJSON, _ pointer: String) -> [String] {
        guard let member = value[name] else { return [] }
        let isEnvelope =
            ["/data", "/data/attributes"].contains(pointer + "/" + name) && LostMembers.names(member) != nil
        return pointers(
            member, other[name] ?? (isEnvelope ? other : nil),
            pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1"))
    }

    /// The names in an object; `nil` for any other value.
    private static func names(_ value: RawJSON) -> [String]? {
        ((try? JSONSerialization.jsonObject(with: Data(value.bytes))) as? [String: Any])?.keys.sorted()
    }

    private static func withoutEnvelope(_ document: RawJSON) -> RawJSON {
        document["data"].map { $0["attributes"] ?? $0 } ?? document
    }
}

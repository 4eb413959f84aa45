import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools

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

    /// Compares only values without members, so that no byte of a deep document is read at every depth.
    private func pointers(_ value: RawJSON, _ other: RawJSON?, _ pointer: String) -> [String] {
        guard let other else { return [pointer] }
        let elements = value.elements, members = value.members
        if let elements, let others = other.elements {
            return elements.enumerated().flatMap { position, element in
                pointers(
                    element, others.indices.contains(position) ? others[position] : nil, "\(pointer)/\(position)")
            }
        }
        if let members, let others = other.members {
            return members.flatMap { name, member in
                let path = pointer + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
                let isEnvelope = ["/data", "/data/attributes"].contains(path) && member.members != nil
                return pointers(member, others[name] ?? (isEnvelope ? other : nil), path)
            }
        }
        let isEmpty = elements?.isEmpty ?? members?.isEmpty ?? true
        return (comparesValues ? value != other : !isEmpty) ? [pointer] : []
    }

    private static func withoutEnvelope(_ document: RawJSON) -> RawJSON {
        document["data"].map { $0["attributes"] ?? $0 } ?? document
    }
}

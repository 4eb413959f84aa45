import AdaptyMigrationCore

/// The access or money information in one member, read without the mapping's codecs.
package struct AccessFact: Sendable {
    package enum Value: Hashable, Sendable {
        /// `null` or absent.
        case unsaid
        case flag(Bool)
        /// Milliseconds since 1970.
        case instant(Int64)
        case amount(Amount)
        case text(String)
        /// A value whose form does not fit the member, as JSON text.
        case unreadable(String)
    }

    /// The member's name, as the document writes it.
    let member: String
    package let value: Value

    init(_ field: AccessField, _ member: String, _ index: JSONIndex, _ node: Int) {
        self.member = member
        value =
            index.kind(node) == .null
            ? .unsaid
            : AccessFact.read(field.form, index, node) ?? .unreadable(String(decoding: index.raw(node), as: UTF8.self))
    }

    /// A fact that follows from an event.
    package init(_ field: AccessField, _ value: Value) {
        member = field.spellings[0]
        self.value = value
    }

    private static func read(_ form: AccessField.Form, _ index: JSONIndex, _ node: Int) -> Value? {
        let kind = index.kind(node)
        switch form {
        case .flag:
            switch kind {
            case .true: return .flag(true)
            case .false: return .flag(false)
            case .number:
                // A number that a double cannot represent, such as -1e-400, is zero to every reader.
                let amount = Amount(index.raw(node)), number = Double(String(decoding: index.raw(node), as: UTF8.self))
                return amount == Amount("0".utf8) || number == 0
                    ? .flag(false) : amount == Amount("1".utf8) ? .flag(true) : nil
            // SDK 1.x read an empty text as its default.
            default: return index.text(node) == "" ? .flag(false) : nil
            }
        case .instant:
            if kind == .number {
                return Double(String(decoding: index.raw(node), as: UTF8.self)).flatMap {
                    AccessInstant.milliseconds(secondsSince2001: $0)
                }.map { .instant($0) }
            }
            guard let text = index.text(node).map({ Array($0.utf8) }) else { return nil }
            return AccessInstant.milliseconds(text, 0, text.count).map { .instant($0) }
                ?? .text(String(decoding: text, as: UTF8.self))
        case .amount: return kind == .number ? Amount(index.raw(node)).map { .amount($0) } : nil
        case .event: return index.text(node).map { .text(AccessEvent.bySpelling[$0]?.name ?? $0) }
        case .text: return AccessFact.id(index, node).map { .text($0) }
        }
    }

    /// A text, or a number that some services write in its place.
    static func id(_ index: JSONIndex, _ node: Int) -> String? {
        index.text(node) ?? (index.kind(node) == .number ? String(decoding: index.raw(node), as: UTF8.self) : nil)
    }
}

extension AccessFact.Value: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsaid: "not said"
        case .flag(let isSet): isSet ? "true" : "false"
        case .instant(let milliseconds): AccessInstant.text(milliseconds)
        case .amount(let amount): amount.description
        case .text(let text): "\"\(text)\""
        case .unreadable(let text): text.count <= 60 ? text : text.prefix(60) + "…"
        }
    }
}

import AdaptyMigrationCore

/// A field with a value that no version of Adapty's SDK reads, such as `"is_active": "yes"`. The property of the model
/// is `nil` or empty there, and the value stays in the document.
public struct UnreadableField: Sendable, Hashable, CustomStringConvertible {
    /// JSON pointer (RFC 6901) to the value in ``DocumentModel/document``; empty for a part that is the whole document.
    public let pointer: String
    /// What the value should be, in a sentence.
    public let reason: String
    /// Whether the field decides about identity, access or money. `init(decoding:as:leniently:)` refuses such a record.
    public let isDeciding: Bool

    /// The pointer and the reason.
    public var description: String { "\(pointer): \(reason)" }
}

extension DocumentModel {
    /// The fields with values that no version of Adapty's SDK reads, in the order of the document. Of a record that was
    /// decoded leniently they may decide about identity, access or money.
    public var problems: [UnreadableField] { view.problems }
}

extension ModelView {
    var problems: [UnreadableField] { problems(onlyDeciding: false) }

    private func problems(onlyDeciding: Bool) -> [UnreadableField] {
        UnreadableFields.all(index, node, names.table.id, names.column, onlyDeciding: onlyDeciding).map { value, row in
            UnreadableField(
                pointer: index.pointer(value), reason: row.codec.unreadable, isDeciding: row.isDeciding)
        }
    }

    /// - Throws: ``MigrationError`` `unreadable-value` for the first field that decides about identity, access or money.
    func requireReadable() throws(MigrationError) {
        guard let problem = problems(onlyDeciding: true).first else { return }
        throw MigrationError(
            .unreadableValue, "\(problem.pointer) is \(problem.reason), and it decides about identity, access or money",
            remedy: "correct the value, or decode the record leniently: then the property is nil", path: problem.pointer
        )
    }
}

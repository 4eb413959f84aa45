/// One field's line in the mapping table: its name in every dialect, its codec, its fate.
/// It never changes; a class, so that handing it on costs nothing.
package final class Row: Sendable {
    /// Unique in its table; the name in the current dialect where there is one.
    package let id: String
    package let codec: Codec
    package let names: Names
    /// Columns whose decoder refuses the record without this field.
    package let required: ColumnSet
    /// What the field is, in one sentence; goes into schemas and documents.
    package let summary: String
    /// What happened to it and why; empty when nothing did.
    package let note: String

    init(
        _ id: String, _ codec: Codec, _ names: Names, required: ColumnSet = [], _ summary: String, note: String = ""
    ) {
        self.id = id
        self.codec = codec
        self.names = names
        self.required = required
        self.summary = summary
        self.note = note
    }

    /// A field whose name is its id in every dialect that has it.
    convenience init(
        _ id: String, _ codec: Codec, _ dialects: Names.Dialects, required: ColumnSet = [], _ summary: String,
        note: String = ""
    ) {
        self.init(id, codec, dialects.names(id), required: required, summary, note: note)
    }

    /// Whether a column's decoder refuses the record without this field.
    package func isRequired(in column: Column) -> Bool { required.contains(column) }

    /// The written name in a column, without its holder.
    func name(in column: Column) -> String? { names.written(column)?.path.last }

    /// Whether any dialect spells the field so.
    package func isSpelled(_ name: String) -> Bool {
        id == name || Column.allCases.contains { names[$0].contains { $0.text == name || $0.path.last == name } }
    }
}

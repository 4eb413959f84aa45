import AdaptyMigrationCore

/// A typed view of an object in a document: its properties read and write members by the rows of the mapping table
/// (MIGRATION.md), everything else stays byte for byte.
public protocol DocumentModel: DocumentValue {
    /// Which table and columns the properties are of.
    static var _shape: ModelShape { get }
}

/// Which table of MIGRATION.md a model's properties are rows of, and which of its columns the model reads as they are.
public struct ModelShape: Sendable {
    let table: TableID
    /// What the records are; `nil` for a part of a record.
    let kind: RecordKind?
    /// The first is the one a new model is written in. A document in any other column is converted first.
    let columns: [Column]

    init(_ table: TableID, _ kind: RecordKind? = nil, _ columns: [Column] = [.sdk2]) {
        self.table = table
        self.kind = kind
        self.columns = columns
    }
}

extension DocumentModel {
    /// The members by their names in the document, in order.
    public var memberNames: [String] { _view.index.members(_view.node).map { _view.index.name($0.name) } }

    /// Any member by its name in the document, also one that no property stands for; of several the last. `nil` when
    /// there is none; setting `nil` removes the member, and `RawJSON.null` writes a null.
    public subscript(member name: String) -> RawJSON? {
        get { _view.member(name).map { RawJSON(_view.index, $0) } }
        set { _view.setMember(name, newValue?.index) }
    }

    /// What the debugger and `dump` show.
    public var customMirror: Mirror {
        Mirror(
            self, children: memberNames.map { (label: $0, value: self[member: $0] as Any) }, displayStyle: .struct)
    }

    static var names: ColumnNames { ColumnNames.of(_shape.table, _shape.columns[0]) }
}

extension DocumentModel {
    /// Reads a document. A record may be of any dialect that has its kind: one of another dialect than the model's is
    /// converted, and keeps its way back. A part of a record is read under the names of one dialect.
    ///
    /// - Parameter dialect: the document's dialect; `nil` to recognise a record's, and for a part the one that new models
    ///   are written in.
    /// - Throws: ``MigrationError`` when the bytes are not JSON, not what the model is of, or of no single dialect.
    public init(decoding document: [UInt8], as dialect: Dialect? = nil) throws(MigrationError) {
        self.init(_view: try ModelView(reading: document, dialect, Self._shape))
    }

    /// The bytes the model was decoded from, with what was edited since; or what they were converted to, with the
    /// residue that leads back (member `_adapty_migration`). Of a part that stands in a record its object alone.
    public var document: [UInt8] { _view.bytes }

    /// The same, of a part under the names that ``init(decoding:as:)`` reads when it is not told the dialect.
    package var standalone: [UInt8] {
        Self._shape.kind == nil ? document(in: Self._shape.columns[0]).bytes : document
    }
}

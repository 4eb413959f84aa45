import AdaptyMigrationCore

/// A typed view of an object in a document. Its properties read and write members by the rows of the mapping table
/// (MIGRATION.md). All other bytes stay unchanged.
public protocol DocumentModel: DocumentValue {
    /// The table and columns to which the properties belong.
    static var _shape: ModelShape { get }
}

/// The table of MIGRATION.md whose rows are a model's properties, and the columns that the model reads without
/// conversion.
public struct ModelShape: Sendable {
    let table: TableID
    /// The kind of record; `nil` for a part of a record.
    let kind: RecordKind?
    /// A new model is written in the first column. A document in any other column is converted first.
    let columns: [Column]

    init(_ table: TableID, _ kind: RecordKind? = nil, _ columns: [Column] = [.sdk2]) {
        self.table = table
        self.kind = kind
        self.columns = columns
    }
}

extension DocumentModel {
    /// The member names in document order.
    public var memberNames: [String] { _view.index.members(_view.node).map { _view.index.name($0.name) } }

    /// A member by its name in the document, including members without a property. If the name repeats, it is the last
    /// member; `nil` when there is none. Setting `nil` removes the member, and `RawJSON.null` writes a null.
    public subscript(member name: String) -> RawJSON? {
        get { _view.member(name).map { RawJSON(_view.index, $0) } }
        set { _view.setMember(name, newValue?.index) }
    }

    /// The representation in the debugger and in `dump`.
    public var customMirror: Mirror {
        Mirror(
            self, children: memberNames.map { (label: $0, value: self[member: $0] as Any) }, displayStyle: .struct)
    }

    static var names: ColumnNames { ColumnNames.of(_shape.table, _shape.columns[0]) }
}

extension DocumentModel {
    /// Reads a document. A record may have any dialect that has its kind: a record of another dialect than the model's
    /// is converted, and can be converted back. A part of a record is read under the names of one dialect.
    ///
    /// - Parameter dialect: the document's dialect. `nil` recognises the dialect of a record; for a part it means the
    ///   dialect in which new models are written.
    /// - Throws: ``MigrationError`` when the bytes are not JSON, are not of the model's kind, or fit several dialects.
    public init(decoding document: [UInt8], as dialect: Dialect? = nil) throws(MigrationError) {
        self.init(_view: try ModelView(reading: document, dialect, Self._shape))
    }

    /// The bytes from which the model was decoded, with later edits. If the document was converted, these are the
    /// converted bytes with the residue (member `_adapty_migration`) that leads back. For a part of a record, only its
    /// object.
    public var document: [UInt8] { _view.bytes }

    /// The same bytes. A part is written under the names that ``init(decoding:as:)`` reads without a dialect.
    package var standalone: [UInt8] {
        Self._shape.kind == nil ? document(in: Self._shape.columns[0]).bytes : document
    }
}

import AdaptyMigrationCore

/// A typed view of an object in a document. Its properties read and write members by the rows of the mapping table
/// (MIGRATION.md). All other bytes stay unchanged.
public protocol DocumentModel: DocumentValue {
    /// The table and columns to which the properties belong.
    @_spi(Tools) static var shape: ModelShape { get }
}

/// The table of MIGRATION.md whose rows are a model's properties, and the columns that the model reads without
/// conversion.
@_spi(Tools) public struct ModelShape: Sendable {
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
    public var memberNames: [String] { view.index.members(view.node).map { view.index.name($0.name) } }

    /// A member by its name in the document, including members without a property. If the name repeats, it is the last
    /// member; `nil` when there is none. Setting `nil` removes the member, and `RawJSON.null` writes a null.
    public subscript(member name: String) -> RawJSON? {
        get { view.member(name).map { RawJSON(view.index, $0) } }
        set { view.setMember(name, newValue?.index) }
    }

    /// The representation in the debugger and in `dump`.
    public var customMirror: Mirror {
        Mirror(
            self, children: memberNames.map { (label: $0, value: self[member: $0] as Any) }, displayStyle: .struct)
    }

    static var names: ColumnNames { ColumnNames.of(shape.table, shape.columns[0]) }
}

extension DocumentModel {
    /// Reads a document. A record may have any dialect that has its kind: a record of another dialect than the model's
    /// is converted, and can be converted back. A part of a record is read under the names of one dialect.
    ///
    /// - Parameters:
    ///   - dialect: the document's dialect. `nil` recognises the dialect of a record; for a part it means the dialect in
    ///     which new models are written.
    ///   - leniently: whether a field that decides about identity, access or money may have a value that no SDK reads.
    ///     Its property is `nil` then. ``problems`` lists such fields.
    /// - Throws: ``MigrationError`` when the bytes are not JSON, are not of the model's kind, fit several dialects, or
    ///   fit another dialect than the named one; `unreadable-value` for a field that decides and cannot be read.
    public init(decoding document: [UInt8], as dialect: Dialect? = nil, leniently: Bool = false) throws(MigrationError)
    {
        let view = try ModelView(reading: document, dialect, Self.shape)
        if !leniently { try view.requireReadable() }
        self.init(view: view)
    }

    /// The bytes from which the model was decoded, with later edits. If the document was converted, these are the
    /// converted bytes with the residue (member `_adapty_migration`) that leads back. For a part of a record, only its
    /// object.
    public var document: [UInt8] { view.bytes }

    /// The same bytes. A part is written under the names that ``init(decoding:as:leniently:)`` reads without a dialect.
    package var standalone: [UInt8] {
        Self.shape.kind == nil ? document(in: Self.shape.columns[0]).bytes : document
    }
}

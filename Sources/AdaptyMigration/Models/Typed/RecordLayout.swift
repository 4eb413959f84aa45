/// Where the fields of one model are in memory, and what its table says of them: all that the typed path needs of a
/// model without knowing its type.
///
/// Key paths to wrapped properties are computed ones, and a write through one costs more than reading the whole member.
/// So each key path of the table is tried once on a model, and the property that changed is addressed from then on.
/// Sizes and alignments of the stored properties come from reflection, in the order of declaration, which is how Swift
/// lays out a struct. If anything is not as expected (reflection stripped, a property of another kind), there is no
/// layout and the general path does the work.
final class RecordLayout: Sendable {
    struct Slot: Sendable {
        let row: Int
        let name: String
        let offset: Int
        let ops: FieldOps
    }

    /// The fields in memory of the layout's own, which is written once, in its initialiser, and freed with it: no
    /// reference is counted when one is looked up and used.
    struct FieldReferences: @unchecked Sendable {
        fileprivate let slots: UnsafeMutableBufferPointer<Slot>
        private let places: UnsafeMutableBufferPointer<Place>

        /// What most members need of a field, and no more.
        private struct Place: BitwiseCopyable {
            let offset: Int32
            let leaf: Leaf
        }

        fileprivate init(_ fields: [Slot]) {
            slots = .allocate(capacity: fields.count)
            _ = slots.initialize(fromContentsOf: fields)
            places = .allocate(capacity: fields.count)
            _ = places.initialize(fromContentsOf: fields.map { Place(offset: Int32($0.offset), leaf: $0.ops.leaf) })
        }

        fileprivate func deallocate() {
            slots.deinitialize()
            slots.deallocate()
            places.deallocate()
        }

        @inline(__always)
        func offset(_ position: Int) -> Int {
            precondition(position >= 0 && position < places.count)
            return Int(places[position].offset)
        }

        @inline(__always)
        func leaf(_ position: Int) -> Leaf {
            precondition(position >= 0 && position < places.count)
            return places[position].leaf
        }

        var count: Int { slots.count }

        subscript(position: Int) -> Slot {
            _read {
                precondition(position >= 0 && position < slots.count)
                yield slots[position]
            }
        }
    }

    let table: Table
    let home: Column
    let slots: [Slot]
    let references: FieldReferences
    let unknown: Int
    let retained: Int
    /// By row of the table: the field; `nil` for rows that the model has no field for.
    let byRow: [Int?]
    /// By row of the table: the name that the home column writes.
    let written: [String?]
    /// The names of the fields.
    let fields: KeyIndex
    /// The ids of the rows.
    let rows: KeyIndex
    /// Every name of the home column, and the first row that has it.
    let spellings: KeyIndex
    private let decoding = LazyTable<DecodePlan?>(count: Column.allCases.count)
    private let encoding = LazyTable<EncodePlan?>(count: Column.allCases.count)

    init?<Model: ModelRecord>(
        _ model: Model.Type, _ table: Table, _ home: Column, _ entries: [RecordMapping<Model>.Entry]
    ) {
        guard let stored = StoredProperties(Model()) else { return nil }
        var slots: [Slot] = []
        for entry in entries {
            let ops = entry.field.ops()
            var probe = Model()
            entry.field.setNull(&probe)
            let offset = withUnsafePointer(to: probe) { address in
                stored.fields.first { $0.value == ops.type && ops.isNull(UnsafeRawPointer(address) + $0.offset) }?
                    .offset
            }
            guard let offset, let row = table.rows.firstIndex(where: { $0.id == entry.rowID }) else { return nil }
            slots.append(Slot(row: row, name: entry.name, offset: offset, ops: ops))
        }
        self.table = table
        self.home = home
        self.slots = slots
        references = FieldReferences(slots)
        unknown = stored.unknown
        retained = stored.retained
        byRow = table.rows.indices.map { row in slots.firstIndex { $0.row == row } }
        written = table.rows.map { $0.name(in: home) }
        fields = KeyIndex(slots.enumerated().map { ($0.element.name, $0.offset) })
        rows = KeyIndex(table.rows.enumerated().map { ($0.element.id, $0.offset) })
        spellings = KeyIndex(
            table.rows.enumerated().flatMap { row in row.element.names[home].map { ($0.text, row.offset) } })
    }

    deinit { references.deallocate() }

    /// The plan for documents of a column; `nil` when only the general path reads them.
    func decoding(_ column: Column) -> DecodePlan? {
        decoding.value(column.rawValue) { DecodePlan(self, from: column) }
    }

    /// The plan for documents of a column; `nil` when only the general path writes them.
    func encoding(_ column: Column) -> EncodePlan? { encoding.value(column.rawValue) { EncodePlan(self, to: column) } }
}

/// The stored properties of a model.
private struct StoredProperties {
    struct Field {
        let offset: Int
        let value: ObjectIdentifier
    }

    var fields: [Field] = []
    var unknown = -1
    var retained = -1

    init?<Model: ModelRecord>(_ model: Model) {
        var end = 0
        func place(_ size: Int, _ alignment: Int) -> Int {
            let offset = (end + alignment - 1) / alignment * alignment
            end = offset + size
            return offset
        }
        func placeMembers() -> Int { place(MemoryLayout<[RawMember]>.size, MemoryLayout<[RawMember]>.alignment) }
        for child in Mirror(reflecting: model).children {
            if let field = child.value as? any StoredField {
                fields.append(Field(offset: place(field.size, field.alignment), value: field.valueType))
            } else if child.value is [RawMember], child.label == "unknown" {
                unknown = placeMembers()
            } else if child.value is [RawMember], child.label == "retained" {
                retained = placeMembers()
            } else {
                return nil
            }
        }
        guard end == MemoryLayout<Model>.size, unknown >= 0, retained >= 0 else { return nil }
    }
}

private protocol StoredField {
    var valueType: ObjectIdentifier { get }
    var size: Int { get }
    var alignment: Int { get }
}

extension Field: StoredField {
    fileprivate var valueType: ObjectIdentifier { ObjectIdentifier(Value.self) }
    fileprivate var size: Int { MemoryLayout<Self>.size }
    fileprivate var alignment: Int { MemoryLayout<Self>.alignment }
}

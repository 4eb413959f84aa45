/// A typed record. Its fields come from the rows of its table; it also keeps every member it does not know.
public protocol ModelRecord: ModelValue {
    init()

    /// Members without a field, as they came, in order.
    var unknown: [RawMember] { get set }
    /// What the other side of a conversion had and this side has no field for. Never written; given back by the way
    /// back.
    var retained: [RawMember] { get set }

    /// The dialect whose names the fields are read and written under; other dialects are converted on the way.
    static var homeDialect: Dialect { get }
    static var mapping: RecordMapping<Self> { get }
}

/// A member kept byte for byte.
public struct RawMember: Sendable, Hashable {
    public let name: String
    /// The JSON text of the value.
    public var json: [UInt8] { lexeme.bytes }

    let lexeme: Lexeme

    public init(name: String, json: [UInt8]) { self.init(name: name, lexeme: Lexeme(json)) }

    init(name: String, lexeme: Lexeme) {
        self.name = name
        self.lexeme = lexeme
    }
}

/// The fields of one model, derived from the rows of its table.
public final class RecordMapping<Model: ModelRecord>: Sendable {
    struct Entry: Sendable {
        let rowID: String
        let name: String
        let accessor: FieldAccessor<Model>
        let field: TypedField<Model>
    }

    let table: TableID
    let entries: [Entry]
    /// `nil` where only the general path reads, writes and converts the model.
    let layout: RecordLayout?
    private let positions: [String: Int]

    init(_ table: TableID, home: Column) {
        self.table = table
        entries = Table[table].rows.compactMap { row in
            guard let name = row.name(in: home) ?? row.names[home].first?.path.last else { return nil }
            guard let binding = row.fields.first(where: { $0.model == Model.self }),
                let accessor = binding.accessor(Model.self), let field = binding.field(Model.self)
            else { return nil }
            return Entry(rowID: row.id, name: name, accessor: accessor, field: field)
        }
        layout = RecordLayout(Model.self, Table[table], home, entries)
        positions = Dictionary(
            entries.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    func entry(named name: String) -> Entry? { positions[name].map { entries[$0] } }
    func entry(row id: String) -> Entry? { entries.first { $0.rowID == id } }

    /// The number of fields.
    public var count: Int { entries.count }
}

/// Ties a row to one property of one model.
protocol FieldBinding: Sendable {
    var model: any ModelRecord.Type { get }
    func field<Model: ModelRecord>(_ model: Model.Type) -> TypedField<Model>?
    func accessor<Model: ModelRecord>(_ model: Model.Type) -> FieldAccessor<Model>?
}

struct FieldAccessor<Model: ModelRecord>: Sendable {
    let read: @Sendable (JSONView, inout Model) -> Bool
    let write: @Sendable (Model) -> Presence<[UInt8]>
    let get: @Sendable (Model) -> Presence<any ModelValue>
    let set: @Sendable (Presence<any ModelValue>, inout Model) -> Bool
}

/// What ``RecordLayout`` needs to find a property in memory and to work on it there.
struct TypedField<Model: ModelRecord>: Sendable {
    let ops: @Sendable () -> FieldOps
    let setNull: @Sendable (inout Model) -> Void
}

struct PropertyBinding<Model: ModelRecord, Value: TypedValue>: FieldBinding {
    /// Made at first use: a program that touches no model pays for no key path.
    let path: @Sendable () -> any WritableKeyPath<Model, Presence<Value>> & Sendable
    let ops: @Sendable () -> FieldOps

    var model: any ModelRecord.Type { Model.self }

    func field<Other: ModelRecord>(_ model: Other.Type) -> TypedField<Other>? {
        let path = path()
        return TypedField<Model>(ops: ops, setNull: { $0[keyPath: path] = .null }) as? TypedField<Other>
    }

    func accessor<Other: ModelRecord>(_ model: Other.Type) -> FieldAccessor<Other>? {
        let path = path()
        let accessor = FieldAccessor<Model>(
            read: { view, model in
                if view.kind == .null {
                    model[keyPath: path] = .null
                    return true
                }
                guard let value = Value(json: view) else { return false }
                model[keyPath: path] = .value(value)
                return true
            },
            write: { model in
                switch model[keyPath: path] {
                case .absent: .absent
                case .null: .null
                case .value(let value): .value(value.json)
                }
            },
            get: { model in
                switch model[keyPath: path] {
                case .absent: .absent
                case .null: .null
                case .value(let value): .value(value)
                }
            },
            set: { presence, model in
                switch presence {
                case .absent: model[keyPath: path] = .absent
                case .null: model[keyPath: path] = .null
                case .value(let other):
                    guard let value = Value.converting(other) else { return false }
                    model[keyPath: path] = .value(value)
                }
                return true
            }
        )
        return accessor as? FieldAccessor<Other>
    }
}

/// Ties a row to a property: `field(\AdaptyProfile.$profileId)`.
func field<Model: ModelRecord, Value: TypedValue>(
    _ path: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Model, Presence<Value>> & Sendable
) -> any FieldBinding {
    PropertyBinding(path: path, ops: { FieldOps(Value.self) })
}

import AdaptyMigrationCore

/// A value type for the properties of a model. Objects and lists are not field values.
protocol FieldValue {
    /// - Returns: `nil` when the value has another type; the document then keeps it unchanged.
    init?(_ index: JSONIndex, _ node: Int)

    /// The JSON text.
    var token: [UInt8] { get }
}

extension String: FieldValue {
    init?(_ index: JSONIndex, _ node: Int) {
        guard let text = index.text(node) else { return nil }
        self = text
    }

    var token: [UInt8] { JSONText.encode(self) }
}

extension Bool: FieldValue {
    init?(_ index: JSONIndex, _ node: Int) {
        guard index.kind(node) == .true || index.kind(node) == .false else { return nil }
        self = index.kind(node) == .true
    }

    var token: [UInt8] { Array((self ? "true" : "false").utf8) }
}

extension Int64: FieldValue {
    init?(_ index: JSONIndex, _ node: Int) {
        guard let number = JSONNumber(index, node)?.integer else { return nil }
        self = number
    }

    var token: [UInt8] { Array(description.utf8) }
}

extension Int: FieldValue {
    init?(_ index: JSONIndex, _ node: Int) {
        guard let number = Int64(index, node), let fitting = Int(exactly: number) else { return nil }
        self = fitting
    }

    var token: [UInt8] { Array(description.utf8) }
}

extension FieldValue where Self: OpenVocabulary {
    init?(_ index: JSONIndex, _ node: Int) {
        guard let text = index.text(node) else { return nil }
        self.init(rawValue: text)
    }

    var token: [UInt8] { JSONText.encode(rawValue) }
}

extension JSONNumber: FieldValue {}
extension Timestamp: FieldValue {}
extension PurchaseStore: FieldValue {}
extension OfferType: FieldValue {}
extension CancellationReason: FieldValue {}
extension AdaptyEligibility: FieldValue {}
extension AdaptyPeriodUnit: FieldValue {}
extension EventName: FieldValue {}

extension DocumentModel {
    /// The value of a row's field; `nil` when it is absent, null or has another type. Setting `nil` removes the member.
    subscript<Value: FieldValue>(row: String) -> Value? {
        get {
            guard let field = view.field(row) else { return nil }
            return Value(field.index, field.node)
        }
        set {
            // The token was checked when the value was created, so it is valid JSON.
            view.set(row, newValue.flatMap { try? JSONScanner.index($0.token) })
        }
    }

    /// A part of the record with its own object, or `nil`.
    subscript<Part: DocumentValue>(part row: String) -> Part? {
        get {
            guard let field = view.field(row) else { return nil }
            return .at(ModelView(field.index, field.node, view.names(of: row)))
        }
        _modify {
            var part: Part? = (self[part: row] as Part?)?.detached
            let before = part?.view.index.bytes
            yield &part
            guard part?.view.bytes != before else { return }
            view.set(row, part?.document(in: view.names.column))
        }
    }

    /// Entries by key, or a list; empty when the field is absent.
    subscript<Entries: EntryCollection>(entries row: String) -> Entries {
        get { self[part: row] ?? Entries(view.names(of: row)) }
        _modify {
            var entries = (self[part: row] as Entries?)?.detached ?? Entries(view.names(of: row))
            let before = entries.view.index.bytes
            yield &entries
            guard entries.view.bytes != before else { return }
            view.set(row, entries.document(in: view.names.column))
        }
    }
}

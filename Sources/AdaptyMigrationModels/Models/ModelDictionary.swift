import AdaptyMigrationCore

/// Models by key, in document order.
///
/// Entries are edited in place: `profile.accessLevels["premium"]?.isActive = false` changes only that member.
public struct ModelDictionary<Value: DocumentValue>: EntryCollection, ExpressibleByDictionaryLiteral {
    @_spi(Tools) public var view: ModelView

    static var kind: JSONKind { .object }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    init(_ names: ColumnNames) { view = ModelView(names) }

    /// Creates entries. If a key repeats, the last value is used.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(elements.first?.1.view.names ?? AdaptyProfile.AccessLevel.names)
        for (key, value) in elements { self[key] = value }
    }

    /// The keys, in document order.
    public var keys: [String] { view.distinctNames }

    /// The entry for a key, or the last one if the key repeats; `nil` when there is none or it has another type.
    /// Setting `nil` removes the entry.
    public subscript(key: String) -> Value? {
        get { view.member(key).flatMap { .at(ModelView(view.index, $0, view.names)) } }
        _modify {
            var value = self[key]?.detached
            let before = value?.view.index.bytes
            yield &value
            guard value?.view.bytes != before else { return }
            view.setMember(key, value?.document(in: view.names.column))
        }
    }

    func converted(to column: Column) -> JSONIndex {
        var converted = ModelView(ColumnNames.of(view.names.table.id, column))
        for key in keys { converted.setMember(key, self[key]?.document(in: column)) }
        return converted.index
    }
}

extension ModelDictionary: Sequence {
    /// Iterates the entries in document order. Entries of another type are skipped.
    public func makeIterator() -> IndexingIterator<[(key: String, value: Value)]> {
        view.distinctMembers.compactMap { key, node in
            Value.at(ModelView(view.index, node, view.names)).map { (key: key, value: $0) }
        }.makeIterator()
    }

    /// The entries without their keys.
    public var values: [Value] { map { $0.value } }

    /// The number of keys.
    public var count: Int { keys.count }

    /// Whether there is no entry.
    public var isEmpty: Bool { view.index.members(view.node).first { _ in true } == nil }

    /// The representation in the debugger and in `dump`.
    public var customMirror: Mirror { Mirror(self, children: map { ($0.key, $0.value) }, displayStyle: .dictionary) }
}

import AdaptyMigrationCore

/// Custom attributes of a profile by name, in the order of the document.
public struct CustomAttributes: EntryCollection, ExpressibleByDictionaryLiteral {
    public var _view: ModelView

    static var kind: JSONKind { .object }

    public init(_view: ModelView) { self._view = _view }

    init(_ names: ColumnNames) { _view = ModelView(names) }

    /// Of equal names the last counts.
    public init(dictionaryLiteral elements: (String, RawJSON)...) {
        self.init(AdaptyProfile.names)
        for (name, value) in elements { self[name] = value }
    }

    /// The names, in the order of the document.
    public var names: [String] { _view.distinctNames }

    /// The value of a name, of several the last; `nil` when there is none. Setting `nil` removes it.
    public subscript(name: String) -> RawJSON? {
        get { _view.member(name).map { RawJSON(_view.index, $0) } }
        set { _view.setMember(name, newValue?.index) }
    }

    /// What the debugger and `dump` show.
    public var customMirror: Mirror {
        Mirror(self, children: names.map { ($0, self[$0] as Any) }, displayStyle: .dictionary)
    }

    func converted(to column: Column) -> JSONIndex { _view.index.part(_view.node) }
}

import AdaptyMigrationCore

/// Custom attributes of a profile by name, in the order of the document.
public struct CustomAttributes: EntryCollection, ExpressibleByDictionaryLiteral {
    public var view: ModelView

    static var kind: JSONKind { .object }

    public init(_ view: ModelView) { self.view = view }

    init(_ names: ColumnNames) { view = ModelView(names) }

    /// Of equal names the last counts.
    public init(dictionaryLiteral elements: (String, RawJSON)...) {
        self.init(AdaptyProfile.names)
        for (name, value) in elements { self[name] = value }
    }

    /// The names, in the order of the document.
    public var names: [String] { view.distinctNames }

    /// The value of a name, of several the last; `nil` when there is none. Setting `nil` removes it.
    public subscript(name: String) -> RawJSON? {
        get { view.member(name).map { RawJSON(view.index, $0) } }
        set { view.setMember(name, newValue?.index) }
    }

    public var customMirror: Mirror {
        Mirror(self, children: names.map { ($0, self[$0] as Any) }, displayStyle: .dictionary)
    }

    func converted(to column: Column) -> JSONIndex { view.index.part(view.node) }
}

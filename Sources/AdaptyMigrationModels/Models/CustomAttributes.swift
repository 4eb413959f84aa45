import AdaptyMigrationCore

/// The custom attributes of a profile by name, in document order.
public struct CustomAttributes: EntryCollection, ExpressibleByDictionaryLiteral {
    @_spi(Tools) public var view: ModelView

    static var kind: JSONKind { .object }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    init(_ names: ColumnNames) { view = ModelView(names) }

    /// Creates attributes. If a name repeats, the last value is used.
    public init(dictionaryLiteral elements: (String, RawJSON)...) {
        self.init(AdaptyProfile.names)
        for (name, value) in elements { self[name] = value }
    }

    /// The names, in document order.
    public var names: [String] { view.distinctNames }

    /// The value for a name, or the last value if the name repeats; `nil` when there is none. Setting `nil` removes the
    /// attribute.
    public subscript(name: String) -> RawJSON? {
        get { view.member(name).map { RawJSON(view.index, $0) } }
        set { view.setMember(name, newValue?.index) }
    }

    /// The representation in the debugger and in `dump`.
    public var customMirror: Mirror {
        Mirror(self, children: names.map { ($0, self[$0] as Any) }, displayStyle: .dictionary)
    }

    func converted(to column: Column) -> JSONIndex { view.index.part(view.node) }
}

import AdaptyMigrationCore

/// A list of models in document order. Elements are edited in place.
public struct ModelList<Element: DocumentValue>: EntryCollection, ExpressibleByArrayLiteral {
    @_spi(Tools) public var view: ModelView { didSet { places = ModelList.places(view) } }
    /// The elements that are models: their positions in the array, and their objects, which may have a wrapper. They are
    /// looked for once, so that a walk over the elements takes time that grows with their number.
    private var places: [(position: Int, node: Int)]

    static var kind: JSONKind { .array }

    @_spi(Tools) public init(view: ModelView) {
        self.view = view
        places = ModelList.places(view)
    }

    init(_ names: ColumnNames) { self.init(view: ModelView(JSONIndex.emptyArray, 0, names)) }

    /// Creates a separate list for a new model.
    public init(arrayLiteral elements: Element...) { self.init(elements) }

    func converted(to column: Column) -> JSONIndex {
        var converted = JSONIndex.emptyArray
        for (position, element) in enumerated() {
            converted.insert(element.document(in: column), at: position, in: 0)
        }
        return converted
    }
}

extension ModelList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// An empty list.
    public init() { self.init(AdaptyPaywallProduct.names) }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of elements that are models.
    public var endIndex: Int { places.count }

    private static func places(_ view: ModelView) -> [(position: Int, node: Int)] {
        view.index.elements(view.node).enumerated().compactMap { position, element in
            Envelope.entry(view.index, element, view.names.table.id).map { (position, $0) }
        }
    }

    /// The element at a position, counting only elements that are models.
    public subscript(position: Int) -> Element {
        get { Element(view: ModelView(view.index, places[position].node, view.names)) }
        _modify {
            var element = self[position].detached
            let before = element.view.index.bytes
            yield &element
            guard element.view.bytes != before else { return }
            view.replace(places[position].node, with: element.document(in: view.names.column))
        }
    }

    /// Replaces elements. Elements that are not models keep their places.
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        if view.index.elements(view.node).isEmpty, let first = elements.first {
            view = ModelView(JSONIndex.emptyArray, 0, first.view.names)
        }
        let places = places
        let start =
            range.lowerBound < places.count ? places[range.lowerBound].position : view.index.elements(view.node).count
        for place in places[range].reversed() { view.removeItem(place.position) }
        for (offset, element) in elements.enumerated() {
            view.insertItem(element.document(in: view.names.column), at: start + offset)
        }
    }

    /// Removes all models. The list keeps its place and its white space.
    public mutating func removeAll(keepingCapacity: Bool = false) {
        replaceSubrange(startIndex..<endIndex, with: EmptyCollection())
    }

    /// The representation in the debugger and in `dump`.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

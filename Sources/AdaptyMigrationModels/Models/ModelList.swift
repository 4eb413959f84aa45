import AdaptyMigrationCore

/// Models in a list, in the order of the document; elements are edited in place.
public struct ModelList<Element: DocumentValue>: EntryCollection, ExpressibleByArrayLiteral {
    public var view: ModelView

    static var kind: JSONKind { .array }

    public init(_ view: ModelView) { self.view = view }

    init(_ names: ColumnNames) { view = ModelView(JSONIndex.emptyArray, 0, names) }

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
    public init() { self.init(AdaptyPaywallProduct.names) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { places.count }

    /// The elements that are models: their positions in the array, and their objects, which may be in a wrapper.
    private var places: [(position: Int, node: Int)] {
        view.index.elements(view.node).enumerated().compactMap { position, element in
            Envelope.entry(view.index, element, view.names.table.id).map { (position, $0) }
        }
    }

    public subscript(position: Int) -> Element {
        get { Element(ModelView(view.index, places[position].node, view.names)) }
        _modify {
            var element = self[position].detached
            let before = element.view.index.bytes
            yield &element
            guard element.view.bytes != before else { return }
            view.replace(places[position].node, with: element.document(in: view.names.column))
        }
    }

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

    /// Takes out every model; the list keeps its place and its white space.
    public mutating func removeAll(keepingCapacity: Bool = false) {
        replaceSubrange(startIndex..<endIndex, with: EmptyCollection())
    }

    public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

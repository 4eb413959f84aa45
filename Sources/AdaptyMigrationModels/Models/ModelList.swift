import AdaptyMigrationCore

/// A list of models in document order. Elements are edited in place.
public struct ModelList<Element: DocumentValue>: EntryCollection, ExpressibleByArrayLiteral {
    public var _view: ModelView

    static var kind: JSONKind { .array }

    public init(_view: ModelView) { self._view = _view }

    init(_ names: ColumnNames) { _view = ModelView(JSONIndex.emptyArray, 0, names) }

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

    /// The elements that are models: their positions in the array, and their objects, which may have a wrapper.
    private var places: [(position: Int, node: Int)] {
        _view.index.elements(_view.node).enumerated().compactMap { position, element in
            Envelope.entry(_view.index, element, _view.names.table.id).map { (position, $0) }
        }
    }

    /// The element at a position, counting only elements that are models.
    public subscript(position: Int) -> Element {
        get { Element(_view: ModelView(_view.index, places[position].node, _view.names)) }
        _modify {
            var element = self[position].detached
            let before = element._view.index.bytes
            yield &element
            guard element._view.bytes != before else { return }
            _view.replace(places[position].node, with: element.document(in: _view.names.column))
        }
    }

    /// Replaces elements. Elements that are not models keep their places.
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        if _view.index.elements(_view.node).isEmpty, let first = elements.first {
            _view = ModelView(JSONIndex.emptyArray, 0, first._view.names)
        }
        let places = places
        let start =
            range.lowerBound < places.count ? places[range.lowerBound].position : _view.index.elements(_view.node).count
        for place in places[range].reversed() { _view.removeItem(place.position) }
        for (offset, element) in elements.enumerated() {
            _view.insertItem(element.document(in: _view.names.column), at: start + offset)
        }
    }

    /// Removes all models. The list keeps its place and its white space.
    public mutating func removeAll(keepingCapacity: Bool = false) {
        replaceSubrange(startIndex..<endIndex, with: EmptyCollection())
    }

    /// The representation in the debugger and in `dump`.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

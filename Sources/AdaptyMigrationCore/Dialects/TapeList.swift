/// The records of a list document, see ``Envelope``.
struct TapeList {
    struct Entry {
        /// The number of the record's node.
        let node: Int
        let isMetaProduct: Bool
        let isWrapped: Bool
        let isStored: Bool
        let kind: RecordKind?
    }

    private(set) var entries: [Entry] = []
    private let tape: Tape

    private static let attributes = KnownNames.numbers.number("attributes"), v = KnownNames.numbers.number("v"),
        data = KnownNames.numbers.number("data"), products = KnownNames.numbers.number("products")

    /// `nil` when the document is no list.
    ///
    /// - Parameters:
    ///   - list: the node of the member that may hold the records.
    ///   - meta: the node of the member `meta`.
    init?(_ tape: Tape, _ list: Int, meta: Int?) {
        self.tape = tape
        var isList = false
        if tape.nodes[list].kind == .array {
            isList = true
            add(list, isMetaProduct: false)
        } else if meta != nil, member(list, TapeList.attributes) == nil, !EnvelopeNames.shared.hasRecordMark(tape, list)
        {
            for value in values(list) {
                let kind = tape.nodes[value].kind
                let variations = kind == .array ? value : member(value, TapeList.data)
                if let variations, tape.nodes[variations].kind == .array {
                    isList = true
                    add(variations, isMetaProduct: false)
                } else if kind == .string {
                    isList = true
                }
            }
        }
        guard isList else { return nil }
        if let meta, let products = member(meta, TapeList.products), tape.nodes[products].kind == .array {
            add(products, isMetaProduct: true)
        }
    }

    /// The kind of the list; `nil` when it is none that is converted.
    var kind: RecordKind? {
        let own = entries.filter { !$0.isMetaProduct }
        if own.contains(where: { $0.kind == .paywall }) { return .paywalls }
        if own.contains(where: { $0.kind == .product }) { return .products }
        return nil
    }

    private mutating func add(_ array: Int, isMetaProduct: Bool) {
        let end = Int(tape.nodes[array].next)
        var element = array + 1
        while element < end {
            if tape.nodes[element].kind == .object {
                let attributes = member(element, TapeList.attributes).flatMap { object($0) }
                let stored = attributes == nil ? member(element, TapeList.v).flatMap { object($0) } : nil
                let node = attributes ?? stored ?? element
                entries.append(
                    Entry(
                        node: node, isMetaProduct: isMetaProduct, isWrapped: attributes != nil,
                        isStored: stored != nil, kind: KindMarks(tape, node).kind))
            }
            element = Int(tape.nodes[element].next)
        }
    }

    private func object(_ node: Int) -> Int? { tape.nodes[node].kind == .object ? node : nil }

    /// The value of the last member of a name in an object.
    private func member(_ object: Int, _ number: UInt16) -> Int? {
        guard tape.nodes[object].kind == .object else { return nil }
        var found: Int?, name = object + 1
        let end = Int(tape.nodes[object].next)
        while name < end {
            if tape.nodes[name].number == number { found = name + 1 }
            name = Int(tape.nodes[name + 1].next)
        }
        return found
    }

    private func values(_ object: Int) -> [Int] {
        var values: [Int] = [], name = object + 1
        let end = Int(tape.nodes[object].next)
        while name < end {
            values.append(name + 1)
            name = Int(tape.nodes[name + 1].next)
        }
        return values
    }
}

/// The records of a list document, see ``Envelope``.
package struct ListedRecords {
    package struct Entry {
        /// The number of the record's node.
        package let node: Int
        /// An entry of `meta.products`.
        package let isMetaProduct: Bool
        let isWrapped: Bool
        let isStored: Bool
        let kind: RecordKind?

        /// The kind, if it is one that is not converted: a flow or an onboarding, which stays as it is.
        var kept: RecordKind? { kind.flatMap { $0.isConverted ? nil : $0 } }
    }

    private(set) var entries: [Entry] = []
    /// The nodes of the first element that is no object, and of the first such one of `meta.products`; `nil` for none.
    private(set) var odd: Int?, oddProduct: Int?

    private static let attributes = KnownNames.numbers.number("attributes"), v = KnownNames.numbers.number("v"),
        data = KnownNames.numbers.number("data"), products = KnownNames.numbers.number("products"),
        version = KnownNames.numbers.number("version")
    /// The versions of fallback files that have an object by placement.
    private static let versions = Set((5...11).map { Array(String($0).utf8) })

    /// `nil` when the document is no list.
    ///
    /// - Parameters:
    ///   - list: the node of the member that may hold the records.
    ///   - meta: the node of the member `meta`.
    init?(_ tape: Tape, _ list: Int, meta: Int?) {
        var isList = false
        if tape.nodes[list].kind == .array {
            isList = true
            add(tape, list, isMetaProduct: false)
        } else if let meta, tape.last(ListedRecords.attributes, in: list) == nil,
            !EnvelopeNames.hasRecordMark(tape, list)
        {
            // Fallback files without paywalls have their version alone (SDK 2.11).
            let names = tape.names(list), version = tape.last(ListedRecords.version, in: meta)
            isList = names.isEmpty && version.map { ListedRecords.versions.contains(tape.text($0).array) } ?? false
            for value in names.map({ $0 + 1 }) {
                let kind = tape.nodes[value].kind
                let variations = kind == .array ? value : tape.last(ListedRecords.data, in: value)
                if let variations, tape.nodes[variations].kind == .array {
                    isList = true
                    add(tape, variations, isMetaProduct: false)
                } else if kind == .string {
                    isList = true
                }
            }
        }
        guard isList else { return nil }
        if let meta, let products = tape.last(ListedRecords.products, in: meta), tape.nodes[products].kind == .array {
            add(tape, products, isMetaProduct: true)
        }
    }

    /// The kind of the list; `nil` when it is none that is converted.
    var kind: RecordKind? {
        let own = entries.filter { !$0.isMetaProduct }
        if own.contains(where: { $0.kind == .paywall }) { return .paywalls }
        // The products of a response belong to its paywalls, and do not make it a list of products.
        if own.contains(where: { $0.kind == .product }) { return .products }
        return nil
    }

    private mutating func add(_ tape: Tape, _ array: Int, isMetaProduct: Bool) {
        var element = array + 1
        while element < Int(tape.nodes[array].next) {
            if tape.nodes[element].kind == .object {
                let attributes = tape.lastObject(ListedRecords.attributes, in: element)
                let stored = attributes == nil ? tape.lastObject(ListedRecords.v, in: element) : nil
                let node = attributes ?? stored ?? element
                entries.append(
                    Entry(
                        node: node, isMetaProduct: isMetaProduct, isWrapped: attributes != nil,
                        isStored: stored != nil, kind: KindMarks(tape, node).kind))
            } else if isMetaProduct {
                oddProduct = oddProduct ?? element
            } else {
                odd = odd ?? element
            }
            element = Int(tape.nodes[element].next)
        }
    }
}

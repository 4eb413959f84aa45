/// Where in a document of one column a merge is: which names are one field, and what tells the entries of an array
/// apart.
package enum MergeContext: Sendable {
    case record(TableID, Column)
    /// Entries in a dictionary or array. `container` is how the column holds them.
    case entries(TableID, Column, Codec.Container)
    /// A list document whose entries are of this table.
    case list(TableID, Column)
    /// The offer of API v2.
    case offer
    /// The custom attributes of API v2.
    case attributes
    case plain

    /// One field of a record, or any other member by its name and those of the objects that hold it.
    enum Key: Hashable {
        case row(Int)
        case name([ExactText])
    }

    /// A member that a key stands for, the objects around it in the record, and how its name is used.
    struct Field {
        let name: Int, value: Int
        let holders: [Int]
        var path: [String] = []
        var isWeak = false
        var rank = 0
        /// Whether it holds fields of the record, which are looked at by themselves.
        var isHolder = false
    }

    /// The fields of an object, in its order; those in holders (`placement`) are the record's.
    func fields(_ index: JSONIndex, _ node: Int) -> (order: [Key], fields: [Key: [Field]]) {
        var order: [Key] = [], fields: [Key: [Field]] = [:]
        func add(_ key: Key, _ field: Field) {
            if fields[key] == nil { order.append(key) }
            fields[key, default: []].append(field)
        }
        func members(
            _ object: Int, _ holders: [Int], _ path: [String], _ rules: UnsafePointer<TableRules>?
        ) {
            for member in index.members(object) {
                let path = path + [index.name(member.name)]
                var field = Field(name: member.name, value: member.value, holders: holders, path: path)
                guard let rule = rules?.pointee.rule(index[member.name].number)?.pointee else {
                    add(offerKey(index, member.name) ?? .name(path.map(ExactText.init)), field)
                    continue
                }
                let isPlatform = rule.operation == .platform && holders.count == 1
                if index.kind(member.value) == .object, isPlatform || rule.operation == .holder {
                    field.isHolder = true
                    add(.name(path.map(ExactText.init)), field)
                    members(member.value, holders + [member.value], path, isPlatform ? rules : rule.child)
                } else if let rule = rule.operation == .holder ? rule.scalar?.pointee : rule, rule.isField {
                    (field.rank, field.isWeak) = (Int(rule.rank), rule.isFallback)
                    add(.row(Int(rule.row)), field)
                } else {
                    add(.name(path.map(ExactText.init)), field)
                }
            }
        }
        if case .record(let table, let column) = self {
            members(node, [], [], TableRules.of(table, from: column, to: column.dialect.hub.column))
        } else {
            members(node, [], [], nil)
        }
        setFallbacksAside(&order, &fields)
        return (order, fields)
    }

    /// Visits the records in a value, with their fields.
    func visitRecords(_ index: JSONIndex, _ node: Int, _ body: (TableID, [Key: [Field]]) -> Void) {
        switch index.kind(node) {
        case .array:
            for child in index.elements(node) { element(index, child).visitRecords(index, child, body) }
        case .object:
            let fields = fields(index, node).fields
            if case .record(let table, _) = self { body(table, fields) }
            for (key, all) in fields {
                for field in all where !field.isHolder {
                    child(key, index, field).visitRecords(index, field.value, body)
                }
            }
        default: return
        }
    }

    /// Beside its field, a member that would stand for it is one of its own, as for the conversion.
    private func setFallbacksAside(_ order: inout [Key], _ fields: inout [Key: [Field]]) {
        for key in order where composite(key) == nil {
            guard let all = fields[key], all.contains(where: \.isWeak), !all.allSatisfy(\.isWeak) else { continue }
            fields[key] = all.filter { !$0.isWeak }
            for field in all where field.isWeak {
                let own = Key.name(field.path.map(ExactText.init))
                if fields[own] == nil { order.append(own) }
                fields[own, default: []].append(field)
            }
        }
    }

    private func offerKey(_ index: JSONIndex, _ name: Int) -> Key? {
        guard case .offer = self else { return nil }
        return Offer.row(index, name).map { .row($0) }
    }

    /// The context of a field's value.
    func child(_ key: Key, _ index: JSONIndex, _ field: Field) -> MergeContext {
        switch (self, key) {
        case (.record(let table, let column), .row(let row)):
            let codec = Table[table].rows[row].codec
            switch codec {
            case .record(let inner): return .record(inner, column)
            case .entries(let inner, _): return .entries(inner, column, codec.container(in: column) ?? .list)
            case .custom(.offer): return .offer
            case .attributes: return .attributes
            default: return .plain
            }
        case (.entries(let table, let column, _), _):
            return index.kind(field.value) == .array ? .entries(table, column, .list) : .record(table, column)
        case (.list(let table, let column), .name(let path)):
            let name = path.last?.text
            if name == "attributes" || name == "v", index.kind(field.value) == .object {
                return .record(table, column)
            }
            return name == "products" ? .list(.product, column) : self
        default: return .plain
        }
    }

    func element(_ index: JSONIndex, _ element: Int) -> MergeContext {
        switch self {
        case .entries(let table, let column, _): return .record(table, column)
        case .list(let table, let column):
            guard let inner = Envelope.entry(index, element, table) else { return .plain }
            return inner == element ? .record(table, column) : self
        default: return .plain
        }
    }

    /// The composite codec of a field; `nil` for every other.
    func composite(_ key: Key) -> Codec.Composite? {
        guard case .record(let table, _) = self, case .row(let row) = key,
            case .custom(let composite) = Table[table].rows[row].codec
        else { return nil }
        return composite
    }

    /// Whether an editor does not know a field, so that its absence is no edit.
    func isUnseen(_ key: Key, by editor: DocumentEditor) -> Bool {
        guard case .record(let table, _) = self else { return false }
        if case .row(let row) = key { return !editor.sees(Table[table].rows[row]) }
        return !editor.sees(nil)
    }

    // MARK: Elements

    /// Whether the other dialect has the elements in an object: then their order means nothing.
    var isUnordered: Bool {
        switch self {
        case .attributes, .entries(_, _, .keyed), .entries(_, _, .keyedLists): true
        default: false
        }
    }

    /// For each element of an original, the element that the table's way back makes for it, and whether it is the one
    /// that stands among several; `nil` where the two do not fit together.
    func places(_ index: JSONIndex, _ elements: [Int], _ count: Int) -> [(base: Int, stands: Bool)?]? {
        guard let key = keyName else {
            if elements.count == count { return elements.indices.map { ($0, true) } }
            // The other dialect has only the ids of entries that have one.
            guard case .entries(let table, let column, .list) = self, let id = Table[table].row("vendor_product_id")
            else {
                return nil
            }
            var number = 0
            let places = elements.map { element -> (base: Int, stands: Bool)? in
                guard id.names[column].contains(where: { index.member(element, at: $0.path) != nil }) else {
                    return nil
                }
                number += 1
                return (number - 1, true)
            }
            return number == count ? places : nil
        }
        var groups: [ExactText: [Int]] = [:], order: [ExactText] = []
        for (position, element) in elements.enumerated() {
            guard let text = index.member(element, key).flatMap({ index.text($0) }).map(ExactText.init) else {
                continue
            }
            if groups[text] == nil { order.append(text) }
            groups[text, default: []].append(position)
        }
        var places: [(base: Int, stands: Bool)?] = Array(repeating: nil, count: elements.count), number = 0
        for text in order {
            let group = groups[text] ?? []
            if case .entries(_, _, .keyedLists) = self {
                for position in group {
                    places[position] = (number, true)
                    number += 1
                }
                continue
            }
            for position in group { places[position] = (number, position == standing(index, elements, group)) }
            number += 1
        }
        return number == count ? places : nil
    }

    /// The member of an element that the other dialect has as its key; `nil` when there is none.
    private var keyName: String? {
        switch self {
        case .attributes: "key"
        case .entries(_, _, .keyed(let name)), .entries(_, _, .keyedLists(let name)): name
        default: nil
        }
    }

    /// Whether one of several elements with one key still stands after it was edited.
    ///
    /// - Parameters:
    ///   - texts: the elements after the edit.
    ///   - before: the node of the edited one in the original.
    func stands(_ position: Int, _ texts: [[UInt8]], _ original: JSONIndex, _ before: Int) -> Bool {
        let list = [.openBracket] + texts.joined(separator: [.comma]) + [.closeBracket]
        guard let key = keyName, let index = try? JSONScanner.index(list), case let all = index.elements(0) else {
            return false
        }
        let isKept =
            index.member(all[position], key).flatMap { index.text($0) }
            == original.member(before, key).flatMap { original.text($0) }
        return isKept && standing(index, all, Array(all.indices)) == position
    }

    /// Of several elements with one key the one that the conversion reads, as ``RecordConversion`` finds it.
    private func standing(_ index: JSONIndex, _ elements: [Int], _ group: [Int]) -> Int? {
        guard case .entries = self else { return group.last }
        var latest = group.first, end = Int64.min
        for position in group {
            let own = index.withTape { Derivation.end($0, elements[position]) }
            if own >= end { (latest, end) = (position, own) }
        }
        return latest
    }

    /// The identity of each element, where every one has its own; `nil` otherwise.
    func identities(_ index: JSONIndex, _ elements: [Int]) -> [ExactText]? {
        let known = elements.compactMap { identity(index, $0).map(ExactText.init) }
        return known.count == elements.count && Set(known).count == known.count ? known : nil
    }

    private func identity(_ index: JSONIndex, _ element: Int) -> String? {
        if index.kind(element) == .string { return index.text(element) }
        let table: TableID, column: Column
        switch self {
        case .entries(let id, let of, _), .list(let id, let of): (table, column) = (id, of)
        case .attributes: return index.member(element, "key").flatMap { index.text($0) }
        default: return nil
        }
        guard let inner = Envelope.entry(index, element, table), let id = Table[table].identity,
            let row = Table[table].row(id)
        else { return nil }
        return row.names[column].lazy.compactMap { index.member(inner, $0.path[$0.path.count - 1]) }.first.flatMap {
            index.text($0)
        }
    }
}

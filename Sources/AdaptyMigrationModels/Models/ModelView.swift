import AdaptyMigrationCore

/// The storage of a model: an object in a document, and the names of its fields there.
///
/// Nothing is decoded until a property is read. An edit changes only the bytes of its member.
@_spi(Tools) public struct ModelView: Sendable {
    package private(set) var index: JSONIndex
    let node: Int
    let names: ColumnNames
    /// Whether the document belongs to the model alone, not to a record that contains the model.
    let isDocument: Bool
    /// The id of a JSON:API envelope, which SDK 1.x used as the profile's id.
    private var envelopeID: Int?

    init(_ index: JSONIndex, _ node: Int, _ names: ColumnNames, isDocument: Bool = false, envelopeID: Int? = nil) {
        self.index = index
        self.node = node
        self.names = names
        self.isDocument = isDocument
        self.envelopeID = names.table.id == .profile ? envelopeID : nil
    }

    /// An empty object.
    init(_ names: ColumnNames) { self.init(JSONIndex.emptyObject, 0, names, isDocument: true) }

    /// The object's bytes. If the document belongs to the model, all its bytes, including the envelope.
    var bytes: [UInt8] { isDocument ? index.bytes : Array(index.raw(node)) }

    /// The object as a separate document.
    var detached: ModelView { ModelView(index.part(node), 0, names) }

    // MARK: Reading

    /// The value of a field; `nil` when no spelling of it is present.
    func find(_ row: Int) -> Int? {
        var fallback: Int?, null: Int?
        for name in names.spellings[row] {
            guard let value = value(name.path) else { continue }
            if index.kind(value) == .null {
                null = null ?? value
            } else if !name.isFallback {
                return value
            } else {
                fallback = fallback ?? value
            }
        }
        return (isEnvelopeID(row) ? envelopeID : nil) ?? fallback ?? null
    }

    private func isEnvelopeID(_ row: Int) -> Bool { envelopeID != nil && names.table.rows[row].id == "profile_id" }

    private func value(_ path: [[UInt8]]) -> Int? {
        guard let first = index.member(node, path[0]) else { return nil }
        return path.count == 1 ? first : index.member(first, path[1])
    }

    /// The value of a field in the form of the current dialects; `nil` when it is absent or null.
    func field(_ row: String) -> (index: JSONIndex, node: Int)? {
        let number = names.number(row)
        guard let value = find(number), index.kind(value) != .null else { return nil }
        switch names.table.rows[number].codec {
        case let codec where codec.isWrittenManyWays:
            switch index.withTape({ codec.recode($0, value, from: names.column, to: .sdk2) }) {
            case .recoded(let bytes), .repaired(let bytes):
                return (try? JSONScanner.index(bytes)).map { ($0, 0) }
            case .same, .unreadable: return (index, value)
            }
        default: return (index, value)
        }
    }

    /// The object with the names of another column; `nil` when the names are the same there.
    func converted(to column: Column) throws(MigrationError) -> JSONIndex? {
        let text = try Engine.lend { engine throws(MigrationError) in
            try engine.record(index, node, names.table.id, from: names.column, to: column)
        }
        return try text.map { bytes throws(MigrationError) in try JSONScanner.index(bytes) }
    }

    // MARK: Writing

    /// A member that belongs to a row.
    private struct Place {
        let container: Int
        let position: Int
        let value: Int
    }

    private func places(_ row: Int) -> [Place] {
        names.spellings[row].flatMap { name -> [Place] in
            guard name.path.count > 1 else { return places(name.path[0], in: node) }
            return index.member(node, name.path[0]).map { places(name.path[1], in: $0) } ?? []
        }
    }

    private func places(_ name: [UInt8], in object: Int) -> [Place] {
        var places: [Place] = [], position = 0
        for member in index.members(object) {
            if index.nameEquals(member.name, name) {
                places.append(Place(container: object, position: position, value: member.value))
            }
            position += 1
        }
        return places
    }

    /// Writes a field. The value has the form of the current dialects, and is written in the form of this document.
    ///
    /// - Parameter value: `nil` removes the member.
    mutating func set(_ row: String, _ value: JSONIndex?) {
        let number = names.number(row)
        guard let value else { return removeAll(number, except: nil) }
        let written = encoded(value, names.table.rows[number].codec)
        guard let old = find(number), old != envelopeID else { return insert(written, number) }
        guard index.raw(old) != written.bytes[...] else { return }
        // The member may occur twice or in two spellings. Only one is kept, so that no reader sees the old value.
        let places = places(number)
        if places.count > 1 { removeAll(number, except: old) }
        guard let kept = places.count > 1 ? self.places(number).first : places.first else {
            return insert(written, number)
        }
        change { $0.replace(kept.value, with: written) }
    }

    private func encoded(_ value: JSONIndex, _ codec: Codec) -> JSONIndex {
        switch value.withTape({ codec.recode($0, 0, from: .sdk2, to: names.column) }) {
        case .recoded(let bytes), .repaired(let bytes): (try? JSONScanner.index(bytes)) ?? value
        case .same, .unreadable: value
        }
    }

    private mutating func removeAll(_ row: Int, except kept: Int?) {
        // Removes the last one first, so that the nodes before it stay valid.
        for place in places(row).sorted(by: { $0.value > $1.value }) where place.value != kept {
            change { $0.remove(place.position, from: place.container) }
        }
    }

    private mutating func insert(_ value: JSONIndex, _ row: Int) {
        let path = names.written[row]
        guard path.count > 1 else { return insert(path[0], value, in: node) }
        guard let holder = index.member(node, path[0]) else {
            var object = JSONIndex.emptyObject
            object.insert(name: path[1], value, at: 0, in: 0)
            return insert(path[0], object, in: node)
        }
        if index.kind(holder) != .object { change { $0.replace(holder, with: .emptyObject) } }
        insert(path[1], value, in: holder)
    }

    /// Inserts a member at the end, but before the residue, which must stay last.
    private mutating func insert(_ name: String, _ value: JSONIndex, in object: Int) {
        var position = index.items(object).count
        if position > 1, index.nameEquals(index.items(object)[position - 1].lowerBound, Residue.memberName) {
            position -= 1
        }
        change { $0.insert(name: name, value, at: position, in: object) }
    }

    private mutating func change(_ edit: (inout JSONIndex) -> Void) {
        let before = index.nodes.count
        edit(&index)
        // The envelope's id may stand behind the record; then its node moves.
        if let id = envelopeID, id > node { envelopeID = id + index.nodes.count - before }
    }

    /// Replaces a value in the object by a document.
    mutating func replace(_ node: Int, with value: JSONIndex) { change { $0.replace(node, with: value) } }

    /// Removes an element from the array.
    mutating func removeItem(_ position: Int) {
        let array = node
        change { $0.remove(position, from: array) }
    }

    /// Inserts an element into the array.
    mutating func insertItem(_ value: JSONIndex, at position: Int) {
        let array = node
        change { $0.insert(value, at: position, in: array) }
    }

    // MARK: Members

    /// The member names in document order, without repetitions.
    var distinctNames: [String] { distinctMembers.map(\.name) }

    /// The members in document order. Of a name that repeats, the last value in the place of the first.
    var distinctMembers: [(name: String, value: Int)] {
        var places: [ExactText: Int] = [:], found: [(name: String, value: Int)] = []
        for member in index.members(node) {
            let name = index.name(member.name), place = places[ExactText(name)]
            if let place {
                found[place].value = member.value
            } else {
                places[ExactText(name)] = found.count
                found.append((name, member.value))
            }
        }
        return found
    }

    /// A member by its name in the document; the last one if the name repeats.
    func member(_ name: String) -> Int? { index.member(node, name) }

    /// Writes a member by its name in the document.
    mutating func setMember(_ name: String, _ value: JSONIndex?) {
        let bytes = Array(name.utf8)
        guard let value else {
            for place in places(bytes, in: node).reversed() {
                change { $0.remove(place.position, from: place.container) }
            }
            return
        }
        guard let old = member(name) else { return insert(name, value, in: node) }
        change { $0.replace(old, with: value) }
    }
}

extension Codec {
    /// Whether dialects write the same value in different ways that a property must not expose.
    fileprivate var isWrittenManyWays: Bool {
        switch self {
        case .flag, .sandbox, .eligibility, .periodUnit, .paymentMode: true
        default: false
        }
    }
}

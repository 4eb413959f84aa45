/// Where the record is in a document that has one, see ``Envelope``.
struct TapeEnvelope {
    /// The number of the record's node.
    private(set) var node = 0
    /// The wrappers around it, one bit each in the order of ``all``.
    private(set) var wrappers: UInt8 = 0
    /// The node of a JSON:API envelope's id.
    private(set) var id: Int?
    /// The records of a list document; `nil` for a single record.
    private(set) var list: TapeList?
    /// Whether the document has a `data` object by placement.
    private(set) var isByPlacement = false
    /// Whether the record, or an envelope around it, has a member with the residue's name.
    private(set) var hasResidue = false
    /// Whether the record is the paywall of a promo.
    private(set) var isPromo = false

    private static let all: [Envelope.Wrapper] = [.stored, .data, .attributes, .success, .profile, .typedData]

    /// The wrappers as ``Envelope`` has them.
    static func wrappers(_ bits: UInt8) -> [Envelope.Wrapper] {
        all.indices.filter { bits & 1 << UInt8($0) != 0 }.map { all[$0] }
    }

    /// `nil` for arrays, promos without a paywall, and envelopes with more than one record: ``Envelope`` is asked about
    /// those.
    init?(_ tape: Tape) {
        let names = EnvelopeNames.shared
        unwrap: for level in 0..<6 {
            guard tape.nodes[node].kind == .object else { return nil }
            let inner = names.inner(tape, node)
            if inner.hasResidue { hasResidue = true }
            if inner.isPromo {
                guard let paywall = inner.paywall, inner.holders.nonzeroBitCount == 1 else { return nil }
                (isPromo, node) = (true, paywall)
                return
            }
            if level == 0 { isByPlacement = inner.hasDataObject }
            if let place = inner.list, let list = TapeList(tape, place, meta: inner.meta) {
                (self.list, node, wrappers) = (list, 0, 0)
                return
            }
            guard let found = inner.wrapper else { return }
            if inner.holders.nonzeroBitCount > 1 { return nil }
            if found == 2 { id = inner.id ?? id }
            wrappers |= 1 << UInt8(found == 1 && inner.hasType ? 5 : found)
            node = inner.value
        }
        if tape.nodes[node].kind != .object { return nil }
    }
}

/// What the member names of an object say about envelopes.
struct EnvelopeNames {
    static let shared = EnvelopeNames()

    private struct Mark: OptionSet {
        let rawValue: UInt8
        static let record = Mark(rawValue: 1), type = Mark(rawValue: 2), id = Mark(rawValue: 4),
            promo = Mark(rawValue: 8), hash = Mark(rawValue: 16), residue = Mark(rawValue: 32),
            holder = Mark(rawValue: 64)
    }

    /// What was found in one object.
    struct Inner {
        /// The wrapper's position among the names of wrappers, and the object inside it.
        var wrapper: Int?, value = 0
        var id: Int?
        var hasType = false
        /// The names that may contain records, one bit each.
        var holders: UInt8 = 0
        var isPromo = false
        /// The member that may hold a list of records, and the one that may hold their products.
        var list: Int?, meta: Int?
        /// The paywall, if it is an object.
        var paywall: Int?
        var hasDataObject = false
        var hasResidue = false
    }

    private static let wrapperNames = ["v", "data", "attributes", "success", "profile"]
    private static let holderNames = wrapperNames + ["paywall", "meta"]

    /// By number of the name.
    private let marks: [Mark]
    /// By number of the name, its position among the names of holders; 255 for every other.
    private let holders: [UInt8]

    private init() {
        marks = KnownNames.numbers.names.map { name in
            var mark: Mark = []
            if Envelope.recordMarks.contains(name) { mark.insert(.record) }
            if name == "type" { mark.insert(.type) }
            if name == "id" { mark.insert(.id) }
            if name == "promo_type" || name == "promoType" { mark.insert(.promo) }
            if name == "h" || name == "t" { mark.insert(.hash) }
            if name == Residue.memberName { mark.insert(.residue) }
            if EnvelopeNames.holderNames.contains(name) { mark.insert(.holder) }
            return mark
        }
        holders = KnownNames.numbers.names.map {
            EnvelopeNames.holderNames.firstIndex(of: $0).map { UInt8($0) } ?? 255
        }
    }

    /// Whether an object has a member that only records have.
    func hasRecordMark(_ tape: Tape, _ node: Int) -> Bool {
        let end = Int(tape.nodes[node].next)
        var name = node + 1
        while name < end {
            if marks[Int(tape.nodes[name].number)].contains(.record) { return true }
            name = Int(tape.nodes[name + 1].next)
        }
        return false
    }

    func inner(_ tape: Tape, _ node: Int) -> Inner {
        var found = Inner(), all: Mark = [], hasOthers = false
        var values = SIMD8<UInt32>(), name = node + 1
        let end = Int(tape.nodes[node].next)
        while name < end {
            let number = Int(tape.nodes[name].number), mark = marks[number]
            all.formUnion(mark)
            if mark.contains(.holder) {
                let holder = Int(holders[number])
                found.holders |= 1 << UInt8(holder)
                values[holder] = UInt32(name + 1)
            } else if mark.isDisjoint(with: [.hash, .residue]) {
                hasOthers = true
            }
            if mark.contains(.id), tape.nodes[name + 1].kind == .string { found.id = name + 1 }
            name = Int(tape.nodes[name + 1].next)
        }
        found.hasResidue = all.contains(.residue)
        if found.holders == 0 { return found }
        func kind(_ holder: Int) -> JSONKind? { values[holder] == 0 ? nil : tape.nodes[Int(values[holder])].kind }
        found.hasType = all.contains(.type)
        found.isPromo = all.contains(.promo)
        let place = values[1] != 0 ? values[1] : values[0] != 0 ? values[0] : values[3]
        found.list = place == 0 ? nil : Int(place)
        found.meta = values[6] == 0 ? nil : Int(values[6])
        found.hasDataObject = kind(1) == .object
        found.paywall = kind(5) == .object ? Int(values[5]) : nil
        for wrapper in 0..<5 where kind(wrapper) == .object {
            let isOnly =
                wrapper == 0
                ? !hasOthers && found.holders == 1 : !all.contains(.record)
            guard isOnly else { continue }
            (found.wrapper, found.value) = (wrapper, Int(values[wrapper]))
            break
        }
        return found
    }
}

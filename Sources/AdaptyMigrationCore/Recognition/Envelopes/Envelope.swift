/// The position of the record inside its envelopes (`data`, `data.attributes`, `attributes`, `success`, `profile`,
/// `v`/`h`/`t`), or those of the records of a list document.
///
/// An envelope is Adapty's only if every member of it is, see ``EnvelopeMembers``. Around any other object the record
/// stands where it stands, and all around it stays.
///
/// Worked example, `{"tenant":7,"data":{"id":"p","attributes":{…}}}`: the record is in `attributes`, its place is the
/// value of `data`. Converted, it is `{"tenant":7,"data":{…}}`.
package struct Envelope {
    /// What may be around a record, in the order in which they stand around each other.
    package enum Wrapper: String, CaseIterable, Sendable {
        /// `{"v": …, "h": …, "t": …}`, on disk from SDK 2.0 on.
        case stored = "v"
        /// `{"success": …}`
        case success
        /// `{"data": …}`
        case data
        /// `{"data": …, "type": …}` of the 2.x bridges.
        case typedData = "data and type"
        /// `{"type", "id", "attributes": …}`, usually inside `data`.
        case attributes
        /// `{"view": …, "product": …, "purchased_result": …}`, the event after a purchase from SDK 3.2 on;
        /// `purchaseResult` in JavaScript.
        case purchase = "purchased_result"
        /// `{"type": "success", "profile": …}`, and the events that say a profile.
        case profile
        /// A promo around its paywall.
        case promo

        /// Its bit in a set of wrappers.
        var bit: UInt8 { 1 << UInt8(number) }

        private var number: Int { Wrapper.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The record, or the list document.
    package private(set) var node = 0
    /// The value in whose place the converted record stands: the root, unless somebody else's object is around it.
    package private(set) var place = 0
    /// Adapty's wrappers around the record, inside its place, one bit each.
    private(set) var wrapperBits: UInt8 = 0
    /// The id of a JSON:API envelope.
    package private(set) var id: Int?
    /// The records of a list document; `nil` for a single record.
    private(set) var list: ListedRecords?
    /// Whether the list document has a `data` object by placement, as fallback files have from SDK 2.11 on.
    package private(set) var isByPlacement = false
    /// Whether the record, or an envelope around it, has a member with the residue's name.
    private(set) var hasResidue = false
    /// A product beside a profile, in the answer of a bridge of SDK 1.x to a purchase. It is converted, too.
    package private(set) var product: Int?
    /// Whether there may be another record beside it, or it is none.
    private(set) var isDoubtful = false

    /// The wrappers around the record.
    package var wrappers: [Wrapper] { Wrapper.allCases.filter { wrapperBits & $0.bit != 0 } }

    /// The records of a list document; `nil` for a single record.
    package var entries: [ListedRecords.Entry]? { list?.entries }

    /// Whether the record is the paywall of a promo.
    package var isPromo: Bool { wrapperBits & Wrapper.promo.bit != 0 }

    package init(_ tape: Tape) {
        var inner = EnvelopeNames.Inner(), hasDataObject = false
        for level in 0..<7 {
            guard tape.nodes[node].kind == .object else { break }
            inner = EnvelopeNames.inner(tape, node)
            if inner.hasResidue { hasResidue = true }
            if level == 0 { hasDataObject = inner.hasDataObject }
            if let member = inner.list, let list = ListedRecords(tape, member, meta: inner.meta) {
                (self.list, isByPlacement) = (list, hasDataObject)
                (node, place, wrapperBits, isDoubtful) = (0, 0, 0, false)
                return
            }
            if let purchaser = inner.purchaser, level < 6 {
                (place, id, wrapperBits, node, product) = (purchaser, nil, 0, purchaser, inner.product)
                continue
            }
            if inner.holders.nonzeroBitCount > 1 || inner.hasProducts { isDoubtful = true }
            guard level < 6, let found = inner.wrapper else { break }
            let wrapper = found == .data && inner.hasType ? .typedData : found
            if !isOthers(wrapper, inner), EnvelopeMembers.areAdaptys(inner, wrapper, tape, node) {
                if found == .attributes { id = inner.id ?? id }
                wrapperBits |= wrapper.bit
            } else {
                (place, id, wrapperBits) = (inner.value, nil, 0)
            }
            node = inner.value
        }
        if tape.nodes[node].kind == .array { list = ListedRecords(tape, node, meta: nil) }
        if list == nil, tape.nodes[node].kind != .object { isDoubtful = true }
        // A promo with members of somebody's own stays.
        guard inner.isPromo, EnvelopeMembers.areAdaptys(inner, .promo, tape, node) else { return }
        // What is an envelope itself is no paywall.
        guard let paywall = inner.paywall, EnvelopeNames.inner(tape, paywall).wrapper == nil else { return }
        wrapperBits |= Wrapper.promo.bit
        node = paywall
    }

    /// Whether a wrapper that does not say what it is stands in somebody else's object, or twice, as `data` does in
    /// the answers of an HTTP client. Then nothing around the record is Adapty's.
    private func isOthers(_ wrapper: Wrapper, _ inner: EnvelopeNames.Inner) -> Bool {
        if inner.hasType || inner.id != nil { return false }
        return wrapperBits & wrapper.bit != 0 || place != 0 && [.success, .data, .profile].contains(wrapper)
    }

    /// The same of a document in memory of its own.
    package init(_ index: JSONIndex) { self = index.withTape { Envelope($0) } }

    /// The record of an entry, which may have a wrapper of its own.
    static func record(_ tape: Tape, _ entry: Int, _ table: TableID) -> Int {
        guard table == .paywall || table == .product || table == .profile else { return entry }
        func object(_ name: StaticString) -> Int? {
            tape.member(entry, name).flatMap { tape.kind($0) == .object ? $0 : nil }
        }
        return object("attributes") ?? object("v") ?? entry
    }

    /// The same in an index; `nil` when the entry is not an object.
    package static func entry(_ index: JSONIndex, _ entry: Int, _ table: TableID) -> Int? {
        index.kind(entry) == .object ? index.withTape { record($0, entry, table) } : nil
    }
}

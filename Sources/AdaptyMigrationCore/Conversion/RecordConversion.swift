/// Converts one document on its tape: what stays is copied in long runs, and what changes is written anew.
///
/// Every object goes three steps. *Gather* looks at its members and puts those that need something on a stack, as
/// ``Piece``s. *Resolve* decides which of several spellings of one field stands; most objects have no such rivals.
/// *Emit* writes the object in the order of the source.
///
/// Worked example, an access level `{"id":"gold","is_active":1,"vendor_transaction_id":"7"}`: `id` needs nothing, `1`
/// becomes `true`, and the transaction is cut. The bytes up to `1` are copied, `true` is written, and the bytes up to
/// the comma before the cut. Three writes, and no tree.
struct RecordConversion: ~Copyable {
    var tape = Tape.empty
    private(set) var from = Column.sdk1Wire, to = Column.sdk2
    /// What the step at hand is told.
    private(set) var options = MigrationOptions()
    /// The decoder for which records are mended.
    var reader = Reader(.oldestReader)
    /// What is told about every member; `nil` when nobody listens.
    var notes: ConversionNotes?
    var out = ByteWriter(capacity: 1 << 12)
    var pieces = WorkStack<Piece>()
    /// By row, the position of the piece that stands so far.
    var winners = WorkStack<UInt32>(count: TableRules.longest)
    /// The nodes of the keys of the entries at hand.
    var keys = WorkStack<UInt32>()
    /// The moment at which flags are derived, in microseconds since 1970; `nil` when none are.
    private(set) var instant: Int64?
    /// Whether the dates must say what flags of the source do.
    private(set) var saysDates = false
    /// Whether a null may be filled.
    private(set) var fills = false
    /// Bytes of the source before this position are written, or not to be.
    var copied = 0
    var edits = 0
    var counts = ConversionCounts()
    /// The node of the envelope's id, where the record got it; 0 where not.
    var insertedID = 0
    /// The first value that the target cannot read; `nil` for none.
    var firstUnreadable: Int?

    init() {}

    deinit {
        out.deallocate()
        pieces.deallocate()
        winners.deallocate()
        keys.deallocate()
    }

    /// Whether the target's SDK refuses members that it does not know, as the SDK for JavaScript does
    /// (AdaptySDK-JS-Core 3.17.0, "failed to find encoder").
    var refusesStrangers: Bool { !to.dialect.holdsResidue && !options.isWayBack }

    // MARK: Documents

    /// Prepares for a document.
    mutating func begin(_ tape: Tape, _ from: Column, _ to: Column, _ options: MigrationOptions) {
        (self.tape, self.from, self.to, self.options) = (tape, from, to, options)
        (copied, edits, counts, insertedID, firstUnreadable) = (0, 0, ConversionCounts(), 0, nil)
        notes = ConversionNotes(options)
        instant = from.has(.accessByDates) ? options.instant?.microseconds : nil
        saysDates = to.has(.accessByDates) && !from.has(.accessByDates) && !options.isWayBack
        fills = options.fillRequired || instant != nil || saysDates
        out.setCount(0)
        pieces.shrink(to: 0)
        keys.shrink(to: 0)
    }

    /// Converts a document into ``out``: the record out of its envelopes with all that is around its place, or the list
    /// with its entries converted where they stand.
    ///
    /// - Parameter options: what this step is told.
    /// - Returns: whether anything changed. If not, ``out`` is not to be used.
    mutating func document(_ tape: Tape, _ found: Found, to: Column, _ options: MigrationOptions)
        throws(MigrationError) -> Bool
    {
        begin(tape, found.column, to, options)
        let place = found.place, node = found.node, kind = found.kind
        let product = found.product(to: to)
        if let product, product < place { try beside(product) }
        copy(to: start(place))
        if found.isBarePromo {
            let reason = "a promo has no successor and stays as it is, if it has no paywall, or members of your own"
            note(.noSuccessor, node, reason)
            notes?.trace?.whole(.noSuccessor, reason, in: tape.index)
        } else if kind.isList {
            var list = ListEntries(tape, kind, from: from, to: to)
            try entries(0, &list)
            notes?.trace?.list(in: tape.index)
        } else {
            copied = start(node)
            edits = node == place ? 0 : 1
            let rules = TableRules.of(kind.upgraded.table, from: from, to: to)
            let path = notes?.trace == nil ? [] : tape.index.path(place)
            notes?.trace?.enter(path)
            try object(node, rules, given: kind == .profile ? Given(id: found.id, rules) : nil)
            if place > 0 { link(edits > 0 ? .recoded : .copied, [node], [[]]) }
            notes?.trace?.leave(path)
        }
        if edits > 0 {
            copy(to: end(node))
            copied = end(place)
        }
        if let product, product > place { try beside(product) }
        if !kind.isList, !found.isBarePromo { envelope(around: node, in: place, isPromo: kind == .promo) }
        try refuseUnreadable()
        guard edits > 0 else { return false }
        copy(to: tape.byteCount)
        out.clearMargin()
        return true
    }

    /// Converts the product beside a profile, where it stands.
    private mutating func beside(_ product: Int) throws(MigrationError) {
        let path = notes?.trace == nil ? [] : tape.index.path(product), before = edits
        notes?.trace?.enter(path)
        try object(product, TableRules.of(.product, from: from, to: to))
        link(edits > before ? .recoded : .copied, [product], [[]])
        notes?.trace?.leave(path)
    }

    /// Converts one record inside a document.
    ///
    /// - Returns: its new text; `nil` when it stays as it is.
    mutating func record(
        _ tape: Tape, _ node: Int, _ table: TableID, from: Column, to: Column, _ options: MigrationOptions
    ) throws(MigrationError) -> [UInt8]? {
        begin(tape, from, to, options)
        copied = Int(tape.nodes[node].start)
        try object(node, TableRules.of(table, from: from, to: to))
        guard edits > 0 else { return nil }
        copy(to: Int(tape.nodes[node].end))
        return out.array
    }

    /// Tells what the envelopes around a record say beside it. The record leaves them, and stands in their place.
    private mutating func envelope(around record: Int, in place: Int, isPromo: Bool) {
        var node = place
        while node != record {
            var next = record
            for name in tape.names(node) {
                let value = name + 1
                if value <= record, record < Int(tape.nodes[value].next) {
                    next = value
                } else if value != insertedID {
                    note(.stashed, value, "beside the record in its envelope")
                }
            }
            node = next
        }
        notes?.trace?.envelope(around: record, in: place, isPromo: isPromo, tape.index)
    }

    private func refuseUnreadable() throws(MigrationError) {
        guard options.strict, !options.isWayBack, let node = firstUnreadable else { return }
        throw MigrationError.unreadable(counts[.unreadable], tape, node, by: to)
    }

    // MARK: Small parts

    @inline(__always)
    mutating func copy(to end: Int) {
        guard end > copied else { return }
        out.put(tape.bytes + copied, end - copied)
        copied = end
    }

    func start(_ node: Int) -> Int { Int(tape.nodes[node].start) }
    func end(_ node: Int) -> Int { Int(tape.nodes[node].end) }

    /// Writes other bytes in the place of a value.
    mutating func replace(_ value: Int, _ bytes: [UInt8]) {
        copy(to: start(value))
        out.put(bytes)
        copied = end(value)
        edits += 1
    }

    /// Writes another text in the place of a value or name.
    mutating func replace(_ node: Int, _ text: Text) {
        copy(to: start(node))
        out.put(text)
        copied = end(node)
        edits += 1
    }

    /// Writes another bracket in the place of the one that opens a container.
    mutating func open(_ container: Int, _ bracket: UInt8) {
        copy(to: start(container))
        out.put(bracket)
        copied = start(container) + 1
    }

    /// The same for the one that closes it, after what is left before it.
    mutating func close(_ container: Int, _ bracket: UInt8) {
        copy(to: end(container) - 1)
        out.put(bracket)
        copied = end(container)
        edits += 1
    }

    /// A refusal at a node.
    func refusal(_ code: MigrationError.Code, _ reason: String, remedy: String, at node: Int, place: Int? = nil)
        -> MigrationError
    {
        MigrationError(code, reason, remedy: remedy, at: node, of: tape, place: place)
    }
}

extension MigrationError {
    fileprivate init(_ code: Code, _ reason: String, remedy: String, at node: Int, of tape: Tape, place: Int? = nil) {
        let index = tape.index, start = Int(tape.nodes[place ?? node].start)
        self.init(code, reason, remedy: remedy, path: index.pointer(node), place: index.place(start))
    }

    /// The refusal of values that a column cannot read, with the first of them.
    static func unreadable(_ count: Int, _ tape: Tape, _ first: Int, by column: Column) -> MigrationError {
        let text = String(decoding: tape.array(first).prefix(60), as: UTF8.self)
        return MigrationError(
            .unreadableValue,
            "\(column.dialect.rawValue) cannot read \(text)" + (count > 1 ? ", the first of \(count) values" : ""),
            remedy: "mend it, or convert without `strict`", at: first, of: tape)
    }
}

/// What is told about a conversion while it happens.
struct ConversionNotes {
    /// Where each member goes; `nil` unless somebody asked.
    let trace: (any ConversionObserver)?
    /// The entries of the ledger, if they are kept.
    private(set) var entries: [Ledger.Entry] = []
    private let keepsEntries: Bool
    /// By node, its JSON pointer; `nil` before the first entry.
    private var pointers: [String]?
    /// The table at hand; `nil` before the first record.
    var table: TableID? {
        didSet {
            rows = table.map { Table[$0].rows } ?? []
            trace?.table = table
        }
    }
    private(set) var rows: [Row] = []

    /// `nil` when nobody listens.
    init?(_ options: MigrationOptions) {
        guard options.keepsLedger || options.observer != nil else { return nil }
        trace = options.observer?.init()
        keepsEntries = options.keepsLedger
    }

    mutating func add(
        _ action: Ledger.Action, _ node: Int?, _ target: String?, _ note: String, below path: String, in tape: Tape
    ) {
        guard keepsEntries else { return }
        let known = pointers ?? tape.index.pointers()
        pointers = known
        entries.append(Ledger.Entry(action, (node.map { known[$0] } ?? "") + path, target: target, note: note))
    }
}

extension RecordConversion {
    /// Counts an action, and tells it to the ledger.
    ///
    /// - Parameters:
    ///   - node: the member's value; `nil` for the document.
    ///   - path: leads from there to what is meant, as a JSON pointer.
    mutating func note(
        _ action: Ledger.Action, _ node: Int?, target: @autoclosure () -> String? = nil,
        _ words: @autoclosure () -> String = "", below path: String = ""
    ) {
        counts.add(action)
        if action == .unreadable { firstUnreadable = firstUnreadable ?? node }
        if notes != nil { notes?.add(action, node, target(), words(), below: path, in: tape) }
    }

    /// Tells whoever asked where some nodes of the source went.
    ///
    /// - Parameter row: of the table at hand; `nil` for members that are in no table.
    mutating func link(
        _ action: Ledger.Action, _ nodes: @autoclosure () -> [Int], _ targets: @autoclosure () -> [[String]],
        _ row: Int? = nil, _ words: @autoclosure () -> String = ""
    ) {
        guard let trace = notes?.trace else { return }
        trace.link(action, nodes(), targets(), row.flatMap { notes?.rows[$0] }, words())
    }

    /// Counts an action on a value, and tells it to the ledger and to whoever asked.
    ///
    /// - Parameter targets: where the value is, below the one at hand.
    mutating func say(
        _ action: Ledger.Action, _ value: Int, at targets: @autoclosure () -> [[String]], _ row: Int? = nil,
        _ reason: @autoclosure () -> String = ""
    ) {
        note(action, value, reason())
        link(action, [value], targets(), row, reason())
    }

    /// Tells that a member goes to the residue alone.
    mutating func stash(_ value: Int, _ reason: @autoclosure () -> String, _ row: Int? = nil) {
        say(.stashed, value, at: [], row, reason())
    }
}

/// Rows that are not in the table under their keys when they are to be restored. Programs have deleted them, or changed
/// their keys.
///
/// A row under another key is found by its document: it is as it was written, or it says the same of who it is. The
/// second is asked only before the rollback: later the journal no longer knows the rows that it restored.
struct MissingRows {
    /// The number of rows that are looked for at once. They take some 20 MB.
    static let limit = 100_000

    private let owner: TableRun
    private let run: Journal.Run
    private let way: WayBack
    /// For rows that may be in the new form; `nil` to look for unchanged documents alone.
    private let converter: DocumentConverter?
    private var entries: [SQLValue: Journal.Entry] = [:]
    private var written: [String: SQLValue] = [:]
    /// The keys by identity; `nil` where two rows have one.
    private var identities: [String: SQLValue?] = [:]

    /// - Parameter isBefore: whether the journal still knows every row.
    init(_ owner: TableRun, _ run: Journal.Run, isBefore: Bool) {
        self.owner = owner
        self.run = run
        way = WayBack(owner.options)
        converter = isBefore ? DocumentConverter(owner.options) : nil
    }

    var isFull: Bool { entries.count >= MissingRows.limit }
    var isEmpty: Bool { entries.isEmpty }
    var keys: [SQLValue] { Array(entries.keys) }

    mutating func add(_ entry: Journal.Entry) {
        entries[entry.key] = entry.withoutOriginal
        written[entry.written] = entry.key
        guard converter != nil, let identity = entry.original?.bytes.flatMap(way.identity) else { return }
        identities[identity] = .some(identities[identity] == nil ? entry.key : nil)
    }

    /// Looks for the rows under other keys, which reads the rows that the journal does not know, and restores them there.
    /// The originals of the others are discarded. A row to which a program is writing is to be looked for again.
    ///
    /// - Parameter tellsOthers: whether the others are noted, too.
    mutating func settle(_ back: inout BatchRollback, _ pace: inout Pace, tellsOthers: Bool) throws(StoreFailure) {
        var last: SQLValue? = nil, found: Set<SQLValue> = [], taken: Set<SQLValue> = []
        while true {
            let rows = try owner.table.unknown(owner.journal, run, after: last, limit: owner.options.limit)
            guard let end = rows.last else { break }
            last = end.key
            var moved: [(row: DocumentTable.Row, key: SQLValue)] = []
            for row in rows where row.value != .null {
                let (key, identity, isNew) = look(row)
                if let key, found.insert(key).inserted {
                    moved.append((row, key))
                } else if isNew, tellsOthers {
                    back.passOver(row, identity)
                }
            }
            if moved.isEmpty { continue }
            let (journal, run) = (owner.journal, run)
            _ = try owner.step(&back, &pace) { back throws(StoreFailure) in
                let entries = try journal.entries(run, moved.map(\.key))
                try back.restore(moved.compactMap { row, key in entries[key].map { (row, $0) } })
                return moved.count
            }
            taken.formUnion(back.takeTaken())
        }
        let gone = entries.values.filter { !found.contains($0.key) }
        for start in stride(from: 0, to: gone.count, by: owner.options.batch) {
            let part = Array(gone[start..<min(start + owner.options.batch, gone.count)])
            _ = try owner.step(&back, &pace) { back throws(StoreFailure) in
                try back.discard(part)
                return part.count
            }
        }
        entries = entries.filter { taken.contains($0.key) }
    }

    /// Which of the rows a row is now; `nil` for none.
    ///
    /// - Returns: also its identity, and whether it is in the new form, as far as somebody asked.
    private func look(_ row: DocumentTable.Row) -> (key: SQLValue?, identity: String?, isNew: Bool) {
        if let key = written[Digest.of(row.value)], entries[key] != nil { return (key, nil, true) }
        guard let converter, case .unchanged = converter.convert(row.value) else { return (nil, nil, false) }
        let identity = row.value.bytes.flatMap(way.identity)
        return (identity.flatMap { identities[$0] ?? nil }.flatMap { entries[$0]?.key }, identity, true)
    }
}

/// Rows that are not in the table under their keys when they are to be restored. Programs have deleted them, or changed
/// their keys.
struct MissingRows {
    /// The number of rows that are looked for at once. They take some 20 MB.
    private static let limit = 100_000

    private let owner: TableRun
    private let run: Journal.Run
    /// Without the originals, which may be large.
    private var rows: [Journal.Entry] = []

    init(_ owner: TableRun, _ run: Journal.Run) {
        self.owner = owner
        self.run = run
    }

    var isFull: Bool { rows.count >= MissingRows.limit }
    var isEmpty: Bool { rows.isEmpty }

    mutating func add(_ entry: Journal.Entry) {
        rows.append(.init(key: entry.key, original: .null, written: entry.written))
    }

    /// What became of the rows.
    struct Outcome {
        /// The number of rows that have another key, and that were restored there.
        var moved = 0
        /// The rows that have another key, and that the database did not restore there.
        var lost: [Unrestored] = []
        /// The keys of the others, whose originals were discarded.
        var deleted: [SQLValue] = []
    }

    /// Looks for the rows under other keys. Reads the table once. A row to which a program is writing is to be looked for
    /// again.
    mutating func settle() throws(StoreFailure) -> Outcome {
        var outcome = Outcome()
        if rows.isEmpty { return outcome }
        var left = Dictionary(rows.map { ($0.written, $0.key) }) { first, _ in first }, settled: Set<SQLValue> = [],
            taken: Set<SQLValue> = []
        try owner.pages(after: nil) { page throws(StoreFailure) in
            let found = page.filter { $0.value.bytes?.isEmpty == false && left[Digest.of($0.value)] != nil }
            if found.isEmpty { return true }
            try owner.table.connection.transaction { () throws(StoreFailure) in
                // A row that the journal knows is no other one.
                let known = try owner.journal.entries(run, found.map(\.key))
                for row in found where known[row.key] == nil {
                    guard let key = left.removeValue(forKey: Digest.of(row.value)) else { continue }
                    settled.insert(key)
                    if try !restore(row, key, &outcome) { taken.insert(key) }
                }
            }
            return true
        }
        try discard(rows.filter { !settled.contains($0.key) }, &outcome)
        rows.removeAll { !taken.contains($0.key) }
        return outcome
    }

    /// - Returns: `false` when a program is writing to the row.
    private func restore(_ row: DocumentTable.Row, _ key: SQLValue, _ outcome: inout Outcome) throws(StoreFailure)
        -> Bool
    {
        guard let entry = try owner.journal.entries(run, [key])[key], let original = entry.original else { return true }
        switch try owner.table.write([.init(row: row, new: original)])[row.key] {
        case .done:
            outcome.moved += 1
            try owner.journal.remove(run, [entry])
        case .refused(let reason): outcome.lost.append(.init(entry, "now key \(row.key): \(reason)"))
        case .taken, nil: return false
        }
        return true
    }

    private func discard(_ rows: [Journal.Entry], _ outcome: inout Outcome) throws(StoreFailure) {
        for start in stride(from: 0, to: rows.count, by: owner.options.batch) {
            let part = rows[start..<min(start + owner.options.batch, rows.count)]
            try owner.table.connection.transaction { () throws(StoreFailure) in
                try owner.journal.remove(run, Array(part))
            }
            outcome.deleted += part.map(\.key)
        }
    }
}

/// Rows to which programs gave other keys. What the journal knows of them goes to these keys.
///
/// Such a row is one that the journal does not know. Its document is as it was written, or it is the only one that says
/// the same of who it is. While a run is under way, a document in the new form may be one that it has not reached.
/// During a rollback, a row that the journal does not know may be one that was restored.
struct MovedRows {
    /// The number of rows that are looked for at once. They take some 20 MB.
    private static let limit = 100_000

    /// A row that is not in the table under its key.
    private struct Missing {
        let key: SQLValue
        let written: String
        /// `nil` when nothing tells it from others, or when nobody asks.
        let identity: String?
    }

    private let owner: TableRun
    private let run: Journal.Run
    private let way: WayBack
    private let converter: DocumentConverter

    init(_ owner: TableRun, _ run: Journal.Run) {
        self.owner = owner
        self.run = run
        way = WayBack(owner.options)
        converter = DocumentConverter(owner.options)
    }

    /// Finds the moved rows of the whole run.
    ///
    /// - Returns: the keys of the rows that are missing and were not found, by identity. The hash values of the identities,
    ///   because there may be many.
    func settle() throws(StoreFailure) -> [Int: SQLValue] {
        var last: SQLValue? = nil, left: [Int: SQLValue] = [:]
        while true {
            var missing: [Missing] = []
            while missing.count < MovedRows.limit {
                let entries = try owner.journal.missing(run, in: owner.table, after: last, limit: owner.options.limit)
                guard let end = entries.last else { break }
                last = end.key
                missing += entries.map(self.missing)
            }
            if missing.isEmpty { return left }
            let found = try find(missing)
            for row in missing where found[row.key] == nil { left[row.identity.hashValue] = row.key }
        }
    }

    /// Finds moved rows by their documents.
    ///
    /// - Returns: their new keys, by the former ones.
    func find(_ entries: [Journal.Entry]) throws(StoreFailure) -> [SQLValue: SQLValue] {
        try find(entries.map { Missing(key: $0.key, written: $0.written, identity: nil) })
    }

    private func missing(_ entry: Journal.Entry) -> Missing {
        Missing(key: entry.key, written: entry.written, identity: entry.original?.bytes.flatMap(way.identity))
    }

    private func find(_ missing: [Missing]) throws(StoreFailure) -> [SQLValue: SQLValue] {
        if missing.isEmpty { return [:] }
        let written = Dictionary(missing.map { ($0.written, $0.key) }) { first, _ in first }
        let identities = Dictionary(grouping: missing.filter { $0.identity != nil }) { $0.identity ?? "" }
        var found: [SQLValue: SQLValue] = [:], alike: [String: [SQLValue]] = [:]
        try eachUnknown { rows throws(StoreFailure) in
            for row in rows where row.value != .null {
                if let key = written[Digest.of(row.value)], found[key] == nil {
                    found[key] = row.key
                } else if !identities.isEmpty, run.state == .complete || run.state == .running && !isNew(row),
                    let identity = identity(row),
                    identities[identity] != nil
                {
                    alike[identity, default: []].append(row.key)
                }
            }
        }
        for (identity, rows) in alike {
            let all = (identities[identity] ?? []).filter { found[$0.key] == nil }
            if all.count == 1, rows.count == 1 { found[all[0].key] = rows[0] }
        }
        let moved = found.map { (from: $0.key, to: $0.value) }
        for start in stride(from: 0, to: moved.count, by: owner.options.batch) {
            let part = Array(moved[start..<min(start + owner.options.batch, moved.count)])
            try owner.table.connection.retried { () throws(StoreFailure) in try owner.journal.move(run, part) }
        }
        return found
    }

    /// Which missing rows may be in the table: they say the same of who they are as rows that the journal does not know,
    /// or that needed no change.
    ///
    /// - Parameters:
    ///   - missing: the identities of the missing rows, as of ``settle()``.
    ///   - body: gets the rows in the new form that the journal does not know.
    /// - Returns: the identities of those that may be there.
    func strangers(_ missing: [Int: SQLValue], _ body: (DocumentTable.Row) -> Void) throws(StoreFailure) -> Set<Int> {
        var identities: Set<Int> = []
        func note(_ row: DocumentTable.Row) {
            let identity = identity(row).hashValue
            if missing[identity] != nil { identities.insert(identity) }
        }
        try eachUnknown { rows throws(StoreFailure) in
            for row in rows where row.value != .null {
                if isNew(row) { body(row) }
                if !missing.isEmpty { note(row) }
            }
        }
        if missing.isEmpty { return [] }
        try eachUnknown(orUnchanged: true) { rows throws(StoreFailure) in
            for row in rows where row.value != .null { note(row) }
        }
        return identities
    }

    private func eachUnknown(
        orUnchanged: Bool = false, _ body: ([DocumentTable.Row]) throws(StoreFailure) -> Void
    ) throws(StoreFailure) {
        var last: SQLValue? = nil
        while true {
            let rows = try owner.table.unknown(
                owner.journal, run, orUnchanged: orUnchanged, after: last, limit: owner.options.limit)
            guard let end = rows.last else { return }
            try body(rows)
            last = end.key
        }
    }

    /// Whether a row is in the new form.
    private func isNew(_ row: DocumentTable.Row) -> Bool {
        if row.value == .null { return false }
        return if case .unchanged = converter.convert(row.value) { true } else { false }
    }

    private func identity(_ row: DocumentTable.Row) -> String? { row.value.bytes.flatMap(way.identity) }
}

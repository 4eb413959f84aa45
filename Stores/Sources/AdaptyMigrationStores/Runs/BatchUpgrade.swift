import AdaptyMigration

/// Upgrades the rows of one transaction after another and notes what became of each.
struct BatchUpgrade {
    private let table: DocumentTable
    private let journal: Journal
    private let run: Journal.Run
    private let converter: DocumentConverter
    /// Rows that an earlier attempt left as they are.
    private let rejected: Set<String>
    private(set) var progress = TableRun.Progress()
    private(set) var samples: [Rehearsal.Sample] = []

    init(_ owner: TableRun, _ run: Journal.Run) throws(StoreFailure) {
        table = owner.table
        journal = owner.journal
        self.run = run
        converter = DocumentConverter(owner.options)
        rejected = try journal.rejected(run)
    }

    mutating func run(_ rows: [DocumentTable.Row]) throws(StoreFailure) {
        let known = try journal.entries(run, rows.compactMap(\.key.text))
        var entries: [Journal.Entry] = []
        for row in rows {
            guard let entry = try upgrade(row, known[row.key.text ?? ""]) else { continue }
            entries.append(entry)
        }
        try journal.add(run, entries)
        if !rejected.isEmpty { try journal.forgive(run, entries.map(\.key).filter(rejected.contains)) }
    }

    /// One row, at most three times when others write to it.
    ///
    /// - Returns: what the journal has to know; `nil` when it knows already, or the row was rejected.
    private mutating func upgrade(_ first: DocumentTable.Row, _ known: Journal.Entry?) throws(StoreFailure) -> Journal.Entry? {
        var row = first
        let key = row.key.text ?? ""
        // What was written before is not touched again, also where the column does not keep its bytes.
        if let known, known.written == SHA256.hex(row.value.bytes ?? []) {
            progress.unchanged += 1
            return nil
        }
        for _ in 0..<3 {
            switch converter.convert(row.value) {
            case .unchanged:
                progress.unchanged += 1
                // A row that was edited since keeps its original in the journal.
                return known != nil ? nil : .init(key: key, original: nil, written: SHA256.hex(row.value.bytes ?? []))
            case .rejected(let code, let reason):
                progress.rejected += 1
                try journal.reject(run, key, code: code, reason: reason, row.value)
                return nil
            case .upgraded(let bytes):
                if let written = try table.replace(row, with: row.value.with(bytes)) {
                    progress.changed += 1
                    if samples.count < 3 { samples.append(.init(key: key, before: row.value.bytes ?? [], after: written.bytes ?? [])) }
                    return .init(key: key, original: row.value.bytes, written: SHA256.hex(written.bytes ?? []))
                }
                progress.contended += 1
                guard let again = try table.row(row.key) else { return nil }
                row = again
            }
        }
        progress.rejected += 1
        try journal.reject(run, key, code: "contended", reason: "the row was changed by others each time; apply again", row.value)
        return nil
    }
}

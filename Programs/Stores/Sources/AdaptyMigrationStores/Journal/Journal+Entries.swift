@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

extension SQLDialect {
    /// The length of an original in bytes.
    var originalBytes: String { self == .sqlite ? "length(CAST(original AS BLOB))" : "length(original)" }
}

/// The entries and the rejects of a run.
extension Journal {
    /// Records the changes to rows. Sending each to a server would cost as much as the upgrade itself.
    ///
    /// - Parameter known: the existing entries of these rows.
    func add(_ run: Run, _ new: [Entry], known: [SQLValue: Entry] = [:]) throws(StoreFailure) {
        let addition = { (source: String) in
            "INSERT INTO \(entries) (run, key, original, written, twin, made_as) \(source) ON CONFLICT (run, key) DO UPDATE SET original = excluded.original, written = excluded.written, twin = excluded.twin, made_as = excluded.made_as"
        }
        switch connection.dialect {
        case .sqlite:
            let statement = addition("VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            for entry in new {
                _ = try connection.rows(
                    statement, .integer(run.id), entry.key, entry.original ?? .null, .text(entry.written),
                    entry.twinValue, entry.madeAsValue)
            }
        case .postgres where new.isEmpty: break
        case .postgres:
            _ = try connection.rows(
                addition(
                    "SELECT ?1::bigint, * FROM unnest(?2::text[], ?3::bytea[], ?4::text[], ?5::text[], ?6::text[])"),
                .integer(run.id), .texts(new.map(\.key)), .blobs(new.map { $0.original ?? .null }),
                .texts(new.map { .text($0.written) }), .texts(new.map(\.twinValue)), .texts(new.map(\.madeAsValue)))
        }
        let gained = new.count { $0.original != nil && known[$0.key]?.original == nil },
            lost = new.count { $0.original == nil && known[$0.key]?.original != nil }
        try count(run, gained - lost)
    }

    /// SQLite stores a document as the text or blob that it was. PostgreSQL's journal stores bytes.
    private func entry(_ row: [SQLValue]) -> Entry {
        let original: SQLValue? =
            switch connection.dialect {
            case .sqlite: row[1] == .null ? nil : row[1]
            case .postgres: row[1].bytes.map { .utf8($0) }
            }
        return Entry(
            key: row[0], original: original, written: row[2].text ?? "", twin: row[3].text,
            madeAs: row[4].text.flatMap(Dialect.init(rawValue:)))
    }

    private static let columns = "key, original, written, twin, made_as"

    /// The expected number of originals is stored separately, so that missing originals are noticed.
    private func count(_ run: Run, _ more: Int) throws(StoreFailure) {
        if more == 0 { return }
        _ = try connection.rows(
            "UPDATE \(runs) SET originals = originals + ?1 WHERE id = ?2", .integer(Int64(more)), .integer(run.id))
    }

    /// The error when the journal does not have exactly the originals that the run kept; `nil` when it has.
    func loss(_ run: Run) throws(StoreFailure) -> StoreFailure? {
        let kept =
            try connection.rows("SELECT originals FROM \(runs) WHERE id = ?1", .integer(run.id))[0][0].integer ?? 0
        let held = try originals(run).count
        if held == kept { return nil }
        return StoreFailure(
            .refused, "the journal has \(held) of the \(kept) originals that the run kept",
            remedy: "restore the journal from a backup, or run store rollback --force to restore these")
    }

    /// Rows that were rejected before but not any more. The documents that went from them then are nobody's.
    func forgive(_ run: Run, _ keys: [SQLValue]) throws(StoreFailure) {
        if keys.isEmpty { return }
        _ = try connection.run(among: keys, [.integer(run.id)]) {
            "DELETE FROM \(rejects) WHERE run = ?1 AND key \($0)"
        }
        try forgetDisplaced(run, .rejected, of: keys)
    }

    func reject(_ run: Run, _ key: SQLValue, code: String, reason: String, _ record: SQLValue) throws(StoreFailure) {
        _ = try connection.rows(
            "INSERT INTO \(rejects) (run, key, code, reason, record) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (run, key) DO UPDATE SET code = excluded.code, reason = excluded.reason, record = excluded.record",
            .integer(run.id), key, .text(code), .text(reason),
            record.bytes.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null)
    }

    /// The entries of some rows, by key.
    func entries(_ run: Run, _ keys: [SQLValue]) throws(StoreFailure) -> [SQLValue: Entry] {
        var found: [SQLValue: Entry] = [:]
        for row in try connection.run(
            among: keys, [.integer(run.id)],
            { "SELECT \(Journal.columns) FROM \(entries) WHERE run = ?1 AND key \($0)" }
        ).rows {
            let entry = entry(row)
            found[entry.key] = entry
        }
        return found
    }

    func isEmpty(_ run: Run) throws(StoreFailure) -> Bool {
        try connection.rows("SELECT 1 FROM \(entries) WHERE run = ?1 LIMIT 1", .integer(run.id)).isEmpty
    }

    /// The keys of the rows that were left unchanged.
    func rejected(_ run: Run) throws(StoreFailure) -> Set<SQLValue> {
        Set(
            try connection.rows("SELECT key FROM \(rejects) WHERE run = ?1", .integer(run.id)).map { $0[0] })
    }

    func rejected(_ run: Run, among keys: [SQLValue]) throws(StoreFailure) -> Set<SQLValue> {
        Set(
            try connection.run(
                among: keys, [.integer(run.id)], { "SELECT key FROM \(rejects) WHERE run = ?1 AND key \($0)" }
            ).rows.map { $0[0] })
    }

    /// The next entries after a key.
    func page(_ run: Run, after: SQLValue?, limit: PageLimit, _ which: String = "") throws(StoreFailure) -> [Entry] {
        let condition = (after == nil ? "" : " AND key > ?2") + which
        let query = PageQuery(
            table: "\(entries) WHERE run = ?1\(condition)", order: "key", others: "original, written, twin, made_as",
            size: connection.dialect.originalBytes)
        return try query.rows(
            Journal.columns, connection, [.integer(run.id)] + (after.map { [$0] } ?? []), limit
        ).map(entry)
    }

    func remove(_ run: Run, _ done: [Entry]) throws(StoreFailure) {
        _ = try connection.run(among: done.map(\.key), [.integer(run.id)]) {
            "DELETE FROM \(entries) WHERE run = ?1 AND key \($0)"
        }
        try count(run, -done.count { $0.original != nil })
    }

    func counts(_ run: Run) throws(StoreFailure) -> (changed: Int, unchanged: Int, rejected: Int) {
        let row = try connection.rows(
            "SELECT count(original), count(*) FROM \(entries) WHERE run = ?1", .integer(run.id))[0]
        let rejected =
            try connection.rows("SELECT count(*) FROM \(rejects) WHERE run = ?1", .integer(run.id))[0][0].integer ?? 0
        let changed = Int(row[0].integer ?? 0)
        return (changed, Int(row[1].integer ?? 0) - changed, Int(rejected))
    }

    /// The number of originals and their total size in bytes.
    func originals(_ run: Run) throws(StoreFailure) -> (count: Int, bytes: Int) {
        let row = try connection.rows(
            "SELECT count(original), CAST(coalesce(sum(\(connection.dialect.originalBytes)), 0) AS BIGINT) FROM \(entries) WHERE run = ?1",
            .integer(run.id))[0]
        return (Int(row[0].integer ?? 0), Int(row[1].integer ?? 0))
    }

    /// The keys of the entries with these digests, by digest, where only one entry has it. Reads the keys and digests of
    /// all entries, because an index for a few lookups would have to be kept up by every run.
    func owners(_ run: Run, of digests: Set<String>) throws(StoreFailure) -> [String: SQLValue] {
        var owners: [String: SQLValue] = [:], shared: Set<String> = [], last: SQLValue? = nil
        while true {
            let condition = last == nil ? "" : " AND key > ?2"
            let rows = try connection.run(
                "SELECT key, written FROM \(entries) WHERE run = ?1\(condition) ORDER BY key LIMIT 10000",
                [.integer(run.id)] + (last.map { [$0] } ?? [])
            ).rows
            guard let end = rows.last else { break }
            for row in rows {
                guard let digest = row[1].text, digests.contains(digest) else { continue }
                if owners.updateValue(row[0], forKey: digest) != nil { shared.insert(digest) }
            }
            last = end[0]
        }
        return owners.filter { !shared.contains($0.key) }
    }

    /// The next originals after a key whose rows the table no longer has.
    func missing(_ run: Run, in table: DocumentTable, after: SQLValue?, limit: PageLimit) throws(StoreFailure)
        -> [Entry]
    {
        try page(run, after: after, limit: limit, " AND original IS NOT NULL AND \(isMissing(table))")
    }

    /// Gives entries to the new keys of their rows.
    func move(_ run: Run, _ moved: [(from: SQLValue, to: SQLValue)]) throws(StoreFailure) {
        switch connection.dialect {
        case .sqlite:
            for (from, to) in moved {
                _ = try connection.rows(
                    "UPDATE \(entries) SET key = ?3 WHERE run = ?1 AND key = ?2", .integer(run.id), from, to)
            }
        case .postgres where moved.isEmpty: break
        case .postgres:
            _ = try connection.rows(
                "UPDATE \(entries) e SET key = v.after FROM unnest(?2::text[], ?3::text[]) v(before, after) WHERE e.run = ?1 AND e.key = v.before",
                .integer(run.id), .texts(moved.map(\.from)), .texts(moved.map(\.to)))
        }
    }

    /// Removes the entries whose rows the table no longer has.
    func removeMissing(_ run: Run, in table: DocumentTable) throws(StoreFailure) {
        let missing = "WHERE run = ?1 AND \(isMissing(table))"
        try connection.retried { () throws(StoreFailure) in
            let lost = try connection.rows("SELECT count(original) FROM \(entries) \(missing)", .integer(run.id))
            _ = try connection.rows("DELETE FROM \(entries) \(missing)", .integer(run.id))
            try count(run, -Int(lost[0][0].integer ?? 0))
        }
    }

    private func isMissing(_ table: DocumentTable) -> String {
        "NOT EXISTS (SELECT 1 FROM \(table.address.quoted) t WHERE \(table.key.tuple(of: "t")) = \(table.key.columns(from: "\(entries).key")))"
    }

    /// The number of keys in the journal that the table no longer has, and the first of them.
    func missing(_ run: Run, in table: DocumentTable) throws(StoreFailure) -> (count: Int, first: [SQLValue]) {
        let missing = "FROM \(entries) WHERE run = ?1 AND \(isMissing(table))"
        let count = Int(try connection.rows("SELECT count(*) \(missing)", .integer(run.id))[0][0].integer ?? 0)
        guard count > 0 else { return (0, []) }
        let keys = try connection.rows("SELECT key \(missing) ORDER BY key LIMIT 100", .integer(run.id))
        return (count, keys.map { $0[0] })
    }
}

extension Journal.Entry {
    fileprivate var twinValue: SQLValue { twin.map { .text($0) } ?? .null }
    fileprivate var madeAsValue: SQLValue { madeAs.map { .text($0.rawValue) } ?? .null }
}

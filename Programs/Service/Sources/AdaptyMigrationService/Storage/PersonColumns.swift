@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

/// The columns with the ids of persons. Rows of an earlier version of the service get them in the upgrade.
enum PersonColumns {
    private static let page = 64

    static func fill(_ connection: any SQLConnection) throws(StoreFailure) {
        try fillRecords(connection)
        try fillEvents(connection)
        try fillConflicts(connection)
    }

    private static func fillRecords(_ connection: any SQLConnection) throws(StoreFailure) {
        var last = SQLValue.text("")
        while case let rows = try connection.rows(
            "SELECT id, document, dialect FROM records WHERE kind = 'profile' AND id > ?1 ORDER BY id LIMIT \(page)",
            last), let end = rows.last
        {
            for row in rows {
                guard let document = row[1].bytes, let dialect = row[2].text.flatMap({ Dialect(rawValue: $0) }),
                    let profile = try? AdaptyProfile(decoding: document, as: dialect)
                else { continue }
                let ids = PersonIDs(profile)
                _ = try connection.run(
                    "UPDATE records SET profile = ?2, customer = ?3 WHERE kind = 'profile' AND id = ?1",
                    [row[0], .text(orNull: ids.profile), .text(orNull: ids.customer)])
            }
            last = end[0]
        }
    }

    private static func fillEvents(_ connection: any SQLConnection) throws(StoreFailure) {
        var last = SQLValue.integer(0)
        while case let rows = try connection.rows(
            "SELECT sequence, original FROM events WHERE sequence > ?1 ORDER BY sequence LIMIT \(page)", last),
            let end = rows.last
        {
            for row in rows {
                guard let facts = try? EventFacts(row[1].bytes ?? []), let customer = PersonIDs(facts).customer else {
                    continue
                }
                _ = try connection.run(
                    "UPDATE events SET customer = ?2 WHERE sequence = ?1", [row[0], .text(customer)])
            }
            last = end[0]
        }
    }

    private static func fillConflicts(_ connection: any SQLConnection) throws(StoreFailure) {
        var last = [SQLValue.integer(0), .text("")]
        while case let rows = try connection.rows(
            """
            SELECT sequence, digest, original FROM conflicts WHERE (sequence, digest) > (?1, ?2)
            ORDER BY sequence, digest LIMIT \(page)
            """, last[0], last[1]), let end = rows.last
        {
            for row in rows {
                guard let facts = try? EventFacts(row[2].bytes ?? []) else { continue }
                let ids = PersonIDs(facts)
                _ = try connection.run(
                    "UPDATE conflicts SET profile = ?3, customer = ?4 WHERE sequence = ?1 AND digest = ?2",
                    [row[0], row[1], .text(orNull: ids.profile), .text(orNull: ids.customer)])
            }
            last = Array(end[0...1])
        }
    }
}

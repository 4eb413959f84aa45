@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationStores

/// Two tables with the same rows.
struct Twins {
    private let connection: any SQLConnection
    private static let table = "documents", plain = "plain"

    init(_ address: String) throws {
        var found: (any SQLConnection)?
        // The address without its query is that of the database.
        _ = try? StoreAddress(address).open(RunOptions()) { connection in
            found = connection
            return connection
        }
        guard let found else { throw StoreBench.Usage() }
        connection = found
    }

    func fill(_ rows: Int, type: String) throws {
        for table in [Twins.table, Twins.plain] {
            try run("DROP TABLE IF EXISTS \(table)")
            try run("CREATE TABLE \(table) (id INTEGER PRIMARY KEY, body \(type))")
        }
        let cast = connection.dialect == .sqlite ? "" : "::" + type
        for start in stride(from: 1, through: rows, by: 500) {
            let keys = start...min(start + 499, rows)
            let places = keys.indices.enumerated().map { "(\(start + $0.offset), ?\($0.offset + 1)\(cast))" }.joined(
                separator: ", ")
            if (start - 1) % 5000 == 0 { try run(connection.dialect.begin) }
            _ = try connection.run(
                "INSERT INTO \(Twins.table) VALUES \(places)", keys.map { .text(Twins.document($0)) })
            if (keys.upperBound) % 5000 == 0 || keys.upperBound == rows { try run("COMMIT") }
        }
        try run("INSERT INTO \(Twins.plain) SELECT * FROM \(Twins.table)")
    }

    /// Upgrades the next rows of the plain table: reads a batch, writes each row, commits.
    func plain(_ rows: Int) throws -> [String: Double] {
        let isSQLite = connection.dialect == .sqlite, type = isSQLite ? "" : "::text", cast = try self.cast
        let transcoder = Transcoder(.upgrade), input = RecordBuffer(), output = RecordBuffer()
        try run("CREATE TABLE IF NOT EXISTS plain_done (id INTEGER)")
        let first = Int(try connection.run("SELECT coalesce(max(id), 0) FROM plain_done", []).rows[0][0].integer ?? 0)
        var watch = Stopwatch()
        for start in stride(from: first + 1, through: first + rows, by: 1000) {
            let page = try watch.run {
                try connection.run(
                    "SELECT id, body\(type) FROM \(Twins.plain) WHERE id >= ?1 ORDER BY id LIMIT 1000",
                    [.integer(Int64(start))]
                ).rows
            }
            let upgraded = try page.map { row in
                input.removeAll()
                output.removeAll()
                input.append(row[1].bytes ?? [])
                _ = try transcoder.convert(0..<input.count, of: input, into: output)
                return SQLValue.utf8(output.bytes)
            }
            try watch.run {
                try run(connection.dialect.begin)
                for (row, new) in zip(page, upgraded) {
                    _ = try connection.run("UPDATE \(Twins.plain) SET body = ?1\(cast) WHERE id = ?2", [new, row[0]])
                }
                try run("COMMIT")
            }
        }
        _ = try connection.run("INSERT INTO plain_done VALUES (?1)", [.integer(Int64(first + rows))])
        return watch.figures.merging(["rows": Double(rows)]) { $1 }
    }

    /// Changes a member in every so many rows of the table.
    func edit(every: Int) throws {
        let type = connection.dialect == .sqlite ? "" : "::text"
        try run(
            "UPDATE \(Twins.table) SET body = replace(body\(type), 'Zürich', 'Basel')\(cast) WHERE id % \(every) = 0")
    }

    /// The cast of a text for the column.
    private var cast: String {
        get throws {
            guard connection.dialect == .postgres else { return "" }
            let type = try connection.run("SELECT pg_typeof(body)::text FROM \(Twins.plain) LIMIT 1", []).rows[0][0]
                .text
            return "::" + (type ?? "text")
        }
    }

    private func run(_ statement: String) throws { _ = try connection.run(statement, []) }

    /// A profile as the backend sent it to SDK 1.x, 1 to 4 KB of it.
    private static func document(_ number: Int) -> String {
        let purchases = (0..<(1 + number % 9)).map { place in
            #"{"purchase_id":"b3c1-\#(number)-\#(place)","vendor_product_id":"coins_\#(place)","vendor_transaction_id":"70000\#(number)","store":"app_store","purchased_at":"2021-0\#(1 + place)-1\#(number % 10)T11:22:33.000000+0000","is_one_time":true,"is_sandbox":false,"is_refund":false,"price":9.90}"#
        }
        return
            #"{"data": {"type": "adapty_analytics_profile", "id": "6f1c-\#(number)", "attributes": {"app_id": "d894f2a1", "profile_id": "6f1c-\#(number)", "customer_user_id": "user-\#(number)@example.com", "custom_attributes": {"city": "Zürich", "level": \#(number % 70)}, "paid_access_levels": {"premium": {"id": "premium", "is_active": \#(number % 2), "vendor_product_id": "premium_yearly", "vendor_transaction_id": "10\#(number)", "store": "app_store", "activated_at": "2021-01-02T10:11:12.000000+0000", "renewed_at": "2021-11-02T10:11:12.000000+0000", "expires_at": "2030-12-09T12:59:33.000000+0000", "is_lifetime": false, "will_renew": true, "is_in_grace_period": false, "is_refund": false}}, "subscriptions": {"premium_yearly": {"is_active": 1, "vendor_product_id": "premium_yearly", "vendor_transaction_id": "10\#(number)", "vendor_original_transaction_id": "9\#(number)", "store": "app_store", "activated_at": "2021-01-02T10:11:12.000000+0000", "expires_at": "2030-12-09T12:59:33.000000+0000", "is_lifetime": false, "will_renew": true, "is_sandbox": false, "is_refund": false}}, "non_subscriptions": {"coins": [\#(purchases.joined(separator: ","))]}}}}"#
    }
}

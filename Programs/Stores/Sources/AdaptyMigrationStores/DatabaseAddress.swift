@_spi(Tools) import AdaptyMigrationTools

/// The address of a database, with our options.
struct DatabaseAddress {
    enum Place: Hashable, Sendable {
        case sqlite(path: String)
        /// The address without our options.
        case postgres(String)
    }

    let place: Place
    /// Our options by name, decoded except for the key, whose commas separate columns.
    private(set) var options: [String: String] = [:]

    private static let sqliteOptions = ["table", "column", "inside", "key", "unique", "into"]
    private static let postgresOptions = sqliteOptions + ["schema", "journal"]

    /// - Parameter text: an address that begins with `sqlite:`, `postgres://` or `postgresql://`.
    init(_ text: String) throws(StoreFailure) {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isPostgres = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        guard text.hasPrefix("sqlite:") || isPostgres else { throw StoreAddress.refusal(text) }
        var theirs: [String] = []
        for part in halves.count > 1 ? halves[1].split(separator: "&").map(String.init) : [] {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let ours = isPostgres ? DatabaseAddress.postgresOptions : DatabaseAddress.sqliteOptions
            if pair.count == 2, ours.contains(pair[0]) {
                options[pair[0]] = pair[0] == "key" ? pair[1] : StoreAddress.decoded(pair[1])
            } else {
                theirs.append(part)
            }
        }
        if isPostgres {
            place = .postgres(halves[0] + (theirs.isEmpty ? "" : "?" + theirs.joined(separator: "&")))
        } else {
            if let other = theirs.first {
                throw StoreFailure(
                    .usage, "a SQLite address has no option \(other)",
                    remedy: "use table, column, inside, key, unique and into")
            }
            place = .sqlite(path: String(halves[0].dropFirst("sqlite:".count)))
        }
    }

    /// The table and the column.
    func table() throws(StoreFailure) -> TableAddress {
        guard let table = options["table"], let column = options["column"], !table.isEmpty, !column.isEmpty else {
            throw StoreFailure(
                .usage, "the address does not name a table and a column",
                remedy: "add ?table=…&column=… (in quotes: the shell reads & and ? itself)")
        }
        if let unique = options["unique"], unique != "assumed" {
            throw StoreFailure(.usage, "unique=\(unique) is unknown", remedy: "write unique=assumed, or leave it out")
        }
        var address = TableAddress(
            table: table, column: column,
            key: options["key"]?.split(separator: ",").map { StoreAddress.decoded(String($0)) } ?? [],
            isUniqueAssumed: options["unique"] != nil, schema: options["schema"], journal: options["journal"],
            into: options["into"])
        if let pointer = options["inside"] {
            guard let inside = RecordPointer(pointer) else {
                throw StoreFailure(
                    .usage, "inside=\(pointer) is no JSON pointer", remedy: "write it as inside=/payload, with ~1 for /"
                )
            }
            address.inside = inside
        }
        return address
    }
}

extension DatabaseAddress.Place {
    /// Rows are read by their keys, but PostgreSQL's planner has no statistics for a new table, and would scan it each
    /// time. A scan that cannot be avoided then counts as very expensive, and the server would compile the statement,
    /// which takes longer than to run it. Rows that a policy hides must not be passed over, so the server refuses.
    private static let settings =
        SQLDialect.textSettings + [("enable_seqscan", "off"), ("jit", "off"), ("row_security", "off")]

    func connect() throws(StoreFailure) -> any SQLConnection {
        switch self {
        case .sqlite(let path):
            #if SQLite
            return try SQLiteConnection(path: path)
            #else
            throw StoreFailure(
                .usage, "this program was built without SQLite (\(path))", remedy: "build it with --traits SQLite")
            #endif
        case .postgres(let address):
            #if PostgreSQL
            return try PostgresConnection(address, settings: Self.settings)
            #else
            _ = address
            throw StoreFailure(
                .usage, "this program was built without PostgreSQL", remedy: "build it with --traits PostgreSQL")
            #endif
        }
    }
}

@_spi(Tools) public import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The storage of documents, as given on the command line.
///
/// `sqlite:FILE?table=T&column=C[&key=K&into=C2]`,
/// `postgres://user@host/database?table=T&column=C[&key=K&into=C2&schema=S&journal=S2]`,
/// `defaults:FILE.plist?sdk=3.12.0`, `sharedprefs:FILE.xml?sdk=3.12.0`
public enum StoreAddress: Sendable, Hashable {
    case sqlite(path: String, TableAddress)
    /// The connection address without our own parameters.
    case postgres(String, TableAddress)
    /// A property list of `UserDefaults`, and the version of Adapty's iOS SDK that will read it.
    case defaults(path: String, SDKVersion)
    /// A file of Android's SharedPreferences, and the version of Adapty's Android SDK that will read it.
    case sharedPreferences(path: String, SDKVersion)

    public init(_ text: String) throws(StoreFailure) {
        let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if let appData = try StoreAddress.appData(halves) {
            self = appData
            return
        }
        let isPostgres = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        guard text.hasPrefix("sqlite:") || isPostgres else {
            throw StoreAddress.refusal(text)
        }
        var ours: [String: String] = [:], theirs: [String] = []
        for part in halves.count > 1 ? halves[1].split(separator: "&").map(String.init) : [] {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if pair.count == 2,
                (isPostgres ? StoreAddress.postgresOptions : StoreAddress.sqliteOptions).contains(pair[0])
            {
                ours[pair[0]] = pair[1]
            } else {
                theirs.append(part)
            }
        }
        guard let table = ours["table"], let column = ours["column"], !table.isEmpty, !column.isEmpty else {
            throw StoreFailure(
                .usage, "the address does not name a table and a column",
                remedy: "add ?table=…&column=… (in quotes: the shell reads & and ? itself)")
        }
        if let unique = ours["unique"], unique != "assumed" {
            throw StoreFailure(.usage, "unique=\(unique) is unknown", remedy: "write unique=assumed, or leave it out")
        }
        let address = TableAddress(
            table: StoreAddress.decoded(table), column: StoreAddress.decoded(column),
            key: ours["key"]?.split(separator: ",").map { StoreAddress.decoded(String($0)) } ?? [],
            isUniqueAssumed: ours["unique"] != nil, schema: ours["schema"].map(StoreAddress.decoded),
            journal: ours["journal"].map(StoreAddress.decoded), into: ours["into"].map(StoreAddress.decoded))
        if isPostgres {
            self = .postgres(halves[0] + (theirs.isEmpty ? "" : "?" + theirs.joined(separator: "&")), address)
        } else {
            if let other = theirs.first {
                throw StoreFailure(
                    .usage, "a SQLite address has no option \(other)", remedy: "use table, column, key, unique and into"
                )
            }
            self = .sqlite(path: String(halves[0].dropFirst("sqlite:".count)), address)
        }
    }

    private static let sqliteOptions = ["table", "column", "key", "unique", "into"]
    private static let postgresOptions = sqliteOptions + ["schema", "journal"]

    /// The reason why a text with no known scheme is not a store.
    private static func refusal(_ text: String) -> StoreFailure {
        let isFile = text.hasPrefix("file:"), path = isFile ? String(text.dropFirst("file:".count)) : text,
            status = FileStatus.of(path)
        guard isFile || status != nil else {
            return StoreFailure(
                .usage, "\(text.prefix { $0 != "?" }) is not a store",
                remedy:
                    "write sqlite:FILE?table=…&column=…, postgres://…?table=…&column=…, defaults:FILE.plist?sdk=… or sharedprefs:FILE.xml?sdk=…"
            )
        }
        return StoreFailure(
            .usage, "\(path) is a \(status?.isFolder == true ? "folder" : "file"), not a store",
            remedy: "upgrade files in place with: adapty-migrate upgrade --in-place \(path)")
    }

    /// A file of one app's data; `nil` for other addresses.
    private static func appData(_ halves: [String]) throws(StoreFailure) -> StoreAddress? {
        for (scheme, example) in [("defaults:", "defaults:FILE.plist"), ("sharedprefs:", "sharedprefs:FILE.xml")]
        where halves[0].hasPrefix(scheme) {
            guard halves.count == 2, halves[1].hasPrefix("sdk="), let sdk = SDKVersion(String(halves[1].dropFirst(4)))
            else {
                throw StoreFailure(
                    .usage, "the address does not name a version of Adapty's SDK",
                    remedy: "write \(example)?sdk=3.12.0, the version that will read the file")
            }
            let path = String(halves[0].dropFirst(scheme.count))
            return scheme == "defaults:" ? .defaults(path: path, sdk) : .sharedPreferences(path: path, sdk)
        }
        return nil
    }

    /// Rows are read by their keys, but PostgreSQL's planner has no statistics for a new table, and would scan it each
    /// time.
    private static let settings = SQLDialect.textSettings + [("enable_seqscan", "off")]

    /// Opens and examines the table.
    public func open(_ options: RunOptions) throws(StoreFailure) -> TableRun { try open(options) { $0 } }

    /// - Parameter wrap: wraps the connection of the run.
    package func open(_ options: RunOptions, through wrap: (any SQLConnection) -> any SQLConnection)
        throws(StoreFailure) -> TableRun
    {
        switch self {
        case .defaults, .sharedPreferences:
            throw StoreFailure(
                .usage, "a file of app data is not a table",
                remedy: "name a table: sqlite:FILE?table=…&column=… or postgres://…?table=…&column=…")
        case .sqlite(let path, let table):
            #if SQLite
            return TableRun(try DocumentTable(wrap(SQLiteConnection(path: path)), table), options)
            #else
            throw StoreFailure(
                .usage, "this program was built without SQLite (\(path), \(table.table))",
                remedy: "build it with --traits SQLite")
            #endif
        case .postgres(let connection, let table):
            #if PostgreSQL
            return TableRun(
                try DocumentTable(wrap(PostgresConnection(connection, settings: StoreAddress.settings)), table), options
            )
            #else
            _ = connection
            throw StoreFailure(
                .usage, "this program was built without PostgreSQL (\(table.table))",
                remedy: "build it with --traits PostgreSQL")
            #endif
        }
    }

    /// The file of an app's data; `nil` for other addresses.
    public func appData() throws(StoreFailure) -> AppDataStore? {
        switch self {
        case .defaults(let path, let sdk):
            #if AppData
            return try AppDataStore(PropertyListFile.self, path: path, sdk: sdk)
            #else
            throw StoreFailure(
                .usage, "this program was built without property lists (\(path), SDK \(sdk))",
                remedy: "build it with --traits AppData")
            #endif
        case .sharedPreferences(let path, let sdk): return try AppDataStore(PreferencesFile.self, path: path, sdk: sdk)
        case .sqlite, .postgres: return nil
        }
    }

    /// Decodes `%20` and the like.
    static func decoded(_ text: String) -> String {
        var out: [UInt8] = [], rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                out.append(value)
                rest = rest.dropFirst(2)
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

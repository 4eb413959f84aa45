@_spi(Tools) public import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The storage of documents, as given on the command line.
///
/// `sqlite:FILE?table=T&column=C[&inside=P&key=K&into=C2]`,
/// `postgres://user@host/database?table=T&column=C[&inside=P&key=K&into=C2&schema=S&journal=S2]`,
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
        let address = try DatabaseAddress(text), table = try address.table()
        self =
            switch address.place {
            case .sqlite(let path): .sqlite(path: path, table)
            case .postgres(let connection): .postgres(connection, table)
            }
    }

    /// The reason why a text with no known scheme is not a store.
    static func refusal(_ text: String) -> StoreFailure {
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

    /// Opens and examines the table.
    public func open(_ options: RunOptions) throws(StoreFailure) -> TableRun { try open(options) { $0 } }

    /// - Parameter wrap: wraps the connection of the run.
    package func open(_ options: RunOptions, through wrap: (any SQLConnection) -> any SQLConnection)
        throws(StoreFailure) -> TableRun
    {
        if options.onRecord != nil, inside != nil {
            throw StoreFailure(
                .usage, "a report describes whole documents", remedy: "leave out --report, or inside= in the address")
        }
        switch self {
        case .defaults, .sharedPreferences:
            throw StoreFailure(
                .usage, "a file of app data is not a table",
                remedy: "name a table: sqlite:FILE?table=…&column=… or postgres://…?table=…&column=…")
        case .sqlite(let path, let table):
            return TableRun(try DocumentTable(wrap(DatabaseAddress.Place.sqlite(path: path).connect()), table), options)
        case .postgres(let address, let table):
            return TableRun(try DocumentTable(wrap(DatabaseAddress.Place.postgres(address).connect()), table), options)
        }
    }

    private var inside: RecordPointer? {
        switch self {
        case .sqlite(_, let table), .postgres(_, let table): table.inside
        case .defaults, .sharedPreferences: nil
        }
    }

    /// Whether the text is an address of a database that names no table.
    public static func isDatabase(_ text: String) -> Bool {
        (try? DatabaseAddress(text)).map { $0.options["table"] == nil } ?? false
    }

    /// Ends the run of a table that is gone, as ``StoreDatabase/forget(_:isConfirmed:acceptsLosses:)`` does.
    public static func forget(_ text: String, isConfirmed: Bool, acceptsLosses: Bool = false) throws(StoreFailure)
        -> RunSummary
    {
        try StoreDatabase(text).forget(
            DatabaseAddress(text).table(), isConfirmed: isConfirmed, acceptsLosses: acceptsLosses)
    }

    /// The file of an app's data; `nil` for other addresses.
    public func appData() throws(StoreFailure) -> AppDataStore? {
        switch self {
        case .defaults(let path, let sdk): return try AppDataStore(PropertyListFile.self, path: path, sdk: sdk)
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

#if SQLite && PostgreSQL
import Foundation

@testable import AdaptyMigrationStores

/// A table of documents that goes with the test, in an SQLite file or a PostgreSQL schema of its own.
final class TestTable: @unchecked Sendable {
    // One thread uses it; another one takes a second.
    let backend: Backend
    let address: StoreAddress
    let addressText: String
    /// The same with the journal's schema. To find the journal takes a statement for each journal in the database, and
    /// other tests have some; with a name, the number of statements is the same each time.
    var countableAddress: String { backend.isSQLite ? addressText : addressText + "&journal=\(name)" }
    private let connection: any SQLConnection
    let name: String
    /// The name with the schema that PostgreSQL has for it.
    var qualifiedName: String { "\(name).\(name)" }
    private let folder: URL?
    let path: String
    /// Whether the table goes with it.
    private let isOwner: Bool

    convenience init(_ backend: Backend, key: String = "INTEGER") throws {
        try self.init(
            backend, create: ["CREATE TABLE TABLE_NAME (id \(key) PRIMARY KEY, body \(backend.columnType), other TEXT)"]
        )
    }

    /// - Parameters:
    ///   - create: statements that make `TABLE_NAME`, with the documents in `body`.
    ///   - key: the key column; `nil` for the table's own.
    init(_ backend: Backend, create: [String], key: String? = "id") throws {
        self.backend = backend
        isOwner = true
        name = "documents_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        let place = "?table=\(name)&column=body" + (key.map { "&key=\($0)" } ?? "")
        if backend.isSQLite {
            let folder = Worker.place.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            path = folder.appendingPathComponent("data.sqlite").path
            self.folder = folder
            try Data().write(to: URL(fileURLWithPath: path))
            connection = try SQLiteConnection(path: path)
            addressText = "sqlite:\(path)\(place)"
        } else {
            guard let server = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] else { throw NoServer() }
            let searchPath = "options=-csearch_path%3D\(name)"
            path = "\(server)?\(searchPath)"
            folder = nil
            connection = try PostgresConnection(path)
            addressText = "\(server)\(place)&\(searchPath)"
            _ = try connection.run("CREATE SCHEMA \(name)", [])
        }
        address = try StoreAddress(addressText)
        for statement in create { try run(statement) }
    }

    /// Another connection to the same table.
    private init(beside first: TestTable) throws {
        (backend, address, addressText, name, path, folder, isOwner) = (
            first.backend, first.address, first.addressText, first.name, first.path, nil, false
        )
        connection = backend.isSQLite ? try SQLiteConnection(path: path) : try PostgresConnection(path)
    }

    func second() throws -> TestTable { try TestTable(beside: self) }

    struct NoServer: Error, CustomStringConvertible {
        var description: String {
            "these tests need PostgreSQL: run them with Tests/with-postgres (make test SUITES=stores)"
        }
    }

    deinit {
        guard isOwner else { return }
        if let folder {
            try? FileManager.default.removeItem(at: folder)
        } else {
            _ = try? connection.run("DROP SCHEMA \(name) CASCADE", [])
        }
    }

    @discardableResult
    func run(_ statement: String, _ parameters: SQLValue...) throws -> [[SQLValue]] {
        try connection.run(statement.replacingOccurrences(of: "TABLE_NAME", with: name), parameters).rows
    }

    func insert(_ documents: [[UInt8]?], from first: Int = 1) throws {
        for (offset, document) in documents.enumerated() {
            try set(first + offset, document, "INSERT INTO TABLE_NAME (body, other, id) VALUES (?1\(cast), 'mine', ?2)")
        }
    }

    private var cast: String { backend.isSQLite ? "" : "::" + backend.columnType }

    func set(_ key: Int, _ document: [UInt8]?, _ statement: String? = nil) throws {
        let value: SQLValue =
            document.map { backend == .sqliteBlob ? .blob($0) : .text(String(decoding: $0, as: UTF8.self)) } ?? .null
        try run(statement ?? "UPDATE TABLE_NAME SET body = ?1\(cast) WHERE id = ?2", value, .integer(Int64(key)))
    }

    /// A key as the journal has it, and as SQL writes that.
    func key(_ key: Int) -> SQLValue { backend.isSQLite ? .integer(Int64(key)) : .text("\(key)") }
    func literal(_ key: Int) -> String { backend.isSQLite ? "\(key)" : "'\(key)'" }

    /// What stands in the table, as the database gives it.
    func contents() throws -> [SQLValue] {
        try run("SELECT body\(backend.isSQLite ? "" : "::text") FROM TABLE_NAME ORDER BY id").map { $0[0] }
    }

    func open(_ options: RunOptions = RunOptions()) throws -> TableRun { try address.open(options) }
}
#endif

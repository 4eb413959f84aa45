@testable import AdaptyMigrationStores

/// A connection that counts its statements.
final class Counting: SQLConnection {
    private let connection: any SQLConnection
    private(set) var statements = 0

    init(_ connection: any SQLConnection) { self.connection = connection }

    var dialect: SQLDialect { connection.dialect }

    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        statements += 1
        return try connection.run(statement, parameters, upTo: limit)
    }

    func lock(_ name: String) throws(StoreFailure) { try connection.lock(name) }
    func unlock(_ name: String) { connection.unlock(name) }
}

@testable import AdaptyMigrationSQL
@testable import AdaptyMigrationStores

/// A connection that counts its statements, and remembers the bytes of its largest answer.
final class Counting: SQLConnection {
    private let connection: any SQLConnection
    private(set) var statements = 0
    private(set) var mostBytes = 0

    init(_ connection: any SQLConnection) { self.connection = connection }

    var dialect: SQLDialect { connection.dialect }

    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        statements += 1
        let answer = try connection.run(statement, parameters, upTo: limit)
        mostBytes = max(mostBytes, answer.rows.reduce(0) { $0 + $1.byteCount })
        return answer
    }

    func lock(_ table: String) throws(StoreFailure) { try connection.lock(table) }
    func unlock(_ table: String) { connection.unlock(table) }
}

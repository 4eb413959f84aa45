import AdaptyMigrationStores

/// Adds up the time of a run by purpose.
final class TimedConnection: SQLConnection {
    private let connection: any SQLConnection
    private let clock = ContinuousClock()
    /// The purposes of the statements: `journal`, `read`, `write`, `commit`.
    private(set) var seconds: [String: Double] = [:]
    private var purposes: [String: String] = [:]

    init(_ connection: any SQLConnection) { self.connection = connection }

    var dialect: SQLDialect { connection.dialect }

    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        let purpose = purpose(statement), start = clock.now
        defer { seconds[purpose, default: 0] += (clock.now - start) / .seconds(1) }
        return try connection.run(statement, parameters, upTo: limit)
    }

    /// The purpose of a statement is found only once, because searching a long statement each time would cost more than
    /// running it.
    private func purpose(_ statement: String) -> String {
        if let known = purposes[statement] { return known }
        let purpose = TimedConnection.purpose(statement)
        purposes[statement] = purpose
        return purpose
    }

    private static func purpose(_ statement: String) -> String {
        if statement.contains("adapty_migration_") { return "journal" }
        return statement.hasPrefix("SELECT")
            ? "read" : statement == "COMMIT" || statement.hasPrefix("BEGIN") ? "commit" : "write"
    }

    func lock(_ table: String) throws(StoreFailure) { try connection.lock(table) }
    func unlock(_ table: String) { connection.unlock(table) }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL
import Logging
import Synchronization

/// The service's database: one writer, and readers with their own connections.
public final class Database: Sendable {
    private let address: DatabaseAddress
    private let writer: Writer
    private let writing: SQLThread
    private let readers: [SQLThread]
    private let leading: SQLThread
    private let turn = Mutex(0)
    private let logger: Logger

    /// Connects on first use, and creates the tables then.
    ///
    /// - Parameter waiting: the maximum number of waiting writes. More are refused.
    public init(_ address: DatabaseAddress, waiting: Int = 1024, logger: Logger = Logger(label: "database")) {
        (self.address, self.logger) = (address, logger)
        writing = SQLThread("database.writer") { () throws(StoreFailure) in
            let connection = try address.connect()
            try Schema.prepare(connection)
            return connection
        }
        readers = (0..<2).map {
            SQLThread("database.reader.\($0)") { () throws(StoreFailure) in try address.connect() }
        }
        leading = SQLThread("database.leader") { () throws(StoreFailure) in
            let connection = try address.connect()
            try connection.lock(Database.lead)
            return connection
        }
        writer = Writer(writing, capacity: waiting, logger: logger)
    }

    /// Connects and creates the tables.
    ///
    /// - Throws: a failure with a remedy.
    public func open() async throws(StoreFailure) { try await writing.run { _ in } }

    /// Checks that the database answers, like ``write(_:)`` and ``read(_:)``.
    func check() async throws(StoreFailure) {
        for thread in [writing] + readers {
            _ = try await thread.read { connection throws(StoreFailure) in try connection.rows("SELECT 1") }
        }
    }

    /// Does some work in a transaction, together with the work of others, and returns when it is committed.
    ///
    /// - Throws: a problem with status 503.
    package func write<Result: Sendable>(_ work: @escaping @Sendable (any SQLConnection) throws(StoreFailure) -> Result)
        async throws(ProblemDocument) -> Result
    {
        try await writer.write(work)
    }

    /// Like ``write(_:)``, for work that removes personal data. SQLite's write-ahead log does not keep the data either.
    func erase<Result: Sendable>(_ work: @escaping @Sendable (any SQLConnection) throws(StoreFailure) -> Result)
        async throws(ProblemDocument) -> Result
    {
        let result = try await write(work)
        for _ in 0..<Database.attempts {
            let isEmpty = try? await writing.run { [address] _ throws(StoreFailure) in try Database.emptyLog(address) }
            if isEmpty == true { return result }
            try? await Task.sleep(for: .milliseconds(200))
        }
        logger.warning("removed data stays in the write-ahead log until the next removal: somebody else reads the file")
        return result
    }

    /// The attempts to empty the log take about five seconds.
    private static let attempts = 20

    /// Moves the log into the file and truncates it. A reader in another process may prevent this, and writers must not
    /// wait for it. So this connection is less patient than theirs.
    ///
    /// - Returns: whether the log is empty.
    private static func emptyLog(_ address: DatabaseAddress) throws(StoreFailure) -> Bool {
        guard case .sqlite = address else { return true }
        let connection = try address.connect()
        _ = try connection.rows("PRAGMA busy_timeout = 50")
        return try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0].integer == 0
    }

    /// - Throws: a problem with status 503.
    func read<Result: Sendable>(_ work: @escaping @Sendable (any SQLConnection) throws(StoreFailure) -> Result)
        async throws(ProblemDocument) -> Result
    {
        let reader = readers[
            turn.withLock { turn in
                turn = (turn + 1) % readers.count
                return turn
            }]
        do throws(StoreFailure) { return try await reader.read(work) } catch {
            logger.error("the database could not be read", metadata: ["reason": "\(error)"])
            throw ProblemDocument(error)
        }
    }

    /// The table that the process that makes deliveries locks.
    private static let lead = "deliveries"

    /// Whether this process makes the deliveries. If several processes share a database, only one does so, as long as
    /// its connection lasts. Then another one may take over.
    func leads() async -> Bool {
        (try? await leading.run { connection throws(StoreFailure) in try connection.rows("SELECT 1") }) != nil
    }

    /// Waits for the current work and closes the connections.
    func close() async {
        await leading.close { $0.unlock(Database.lead) }
        for thread in [writing] + readers { await thread.close() }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL
import Logging
import Synchronization

/// The service's database: one writer, and readers with their own connections.
public final class Database: Sendable {
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
        self.logger = logger
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

    /// The lock of the process that makes deliveries.
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

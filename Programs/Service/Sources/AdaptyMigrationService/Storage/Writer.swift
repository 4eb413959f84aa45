@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL
import Logging
import Metrics
import Synchronization

/// The only writer. Requests queue up, a transaction processes all that wait, and each is answered after the commit.
///
/// Worked example: while a transaction waits for the disk, thirty webhooks arrive. The next transaction processes all
/// thirty: one wait instead of thirty. If one of them fails, the transaction is rolled back, and each gets a
/// transaction of its own, so that only one fails.
final class Writer: Sendable {
    private struct Request: Sendable {
        /// Does the work and returns the answer to give after the commit.
        let perform: @Sendable (any SQLConnection) throws(StoreFailure) -> @Sendable () -> Void
        let refuse: @Sendable (StoreFailure) -> Void
    }

    private struct State {
        var waiting: [Request] = []
        var isCommitting = false
    }

    private let thread: SQLThread
    private let state = Mutex(State())
    /// The maximum number of waiting requests.
    private let capacity: Int
    private let logger: Logger
    private let batches = Recorder(label: "adapty.transaction_writes")
    /// The maximum number in one transaction, so that later requests do not wait too long.
    private static let batch = 256

    init(_ thread: SQLThread, capacity: Int, logger: Logger) {
        (self.thread, self.capacity, self.logger) = (thread, capacity, logger)
    }

    /// Does some work in a transaction, together with others, and returns when it is committed.
    ///
    /// - Parameter work: may run twice, if the first transaction is rolled back.
    /// - Throws: a problem with status 503 when too many requests wait, or the database failed. Then nothing was done;
    ///   only after a lost connection this is uncertain.
    func write<Result: Sendable>(_ work: @escaping @Sendable (any SQLConnection) throws(StoreFailure) -> Result)
        async throws(ProblemDocument) -> Result
    {
        let outcome: Swift.Result<Result, ProblemDocument> = await withCheckedContinuation { continuation in
            let request = Request(
                perform: { connection throws(StoreFailure) in
                    let result = try work(connection)
                    return { continuation.resume(returning: .success(result)) }
                },
                refuse: { continuation.resume(returning: .failure(ProblemDocument($0))) })
            switch enqueue(request) {
            case .refused: continuation.resume(returning: .failure(.busy))
            case .first: Task { await commitAll() }
            case .behind: break
            }
        }
        return try outcome.get()
    }

    private enum Place {
        case first, behind, refused
    }

    private func enqueue(_ request: Request) -> Place {
        state.withLock { state in
            guard state.waiting.count < capacity else { return .refused }
            state.waiting.append(request)
            defer { state.isCommitting = true }
            return state.isCommitting ? .behind : .first
        }
    }

    private func next() -> [Request] {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Writer.batch))
            state.waiting.removeFirst(batch.count)
            state.isCommitting = !batch.isEmpty
            return batch
        }
    }

    private func commitAll() async {
        while case let batch = next(), !batch.isEmpty {
            batches.record(batch.count)
            do throws(StoreFailure) {
                try await thread.run { [logger] connection throws(StoreFailure) in
                    try Writer.commit(batch, connection, logger)
                }
            } catch {
                logger.error(
                    "the connection to the database was lost",
                    metadata: ["reason": "\(error)", "refused": "\(batch.count)"])
                for request in batch { request.refuse(error) }
            }
        }
    }

    /// - Throws: a failure when the connection is lost; then nobody was answered.
    private static func commit(_ batch: [Request], _ connection: any SQLConnection, _ logger: Logger)
        throws(StoreFailure)
    {
        do throws(StoreFailure) { try transaction(batch, connection) } catch {
            guard SQLThread.answers(connection) else { throw error }
            for request in batch {
                do throws(StoreFailure) { try transaction([request], connection) } catch {
                    logger.error("a write failed", metadata: ["reason": "\(error)"])
                    request.refuse(error)
                }
            }
        }
    }

    private static func transaction(_ batch: [Request], _ connection: any SQLConnection) throws(StoreFailure) {
        let answers = try connection.transaction { () throws(StoreFailure) in
            try Writer.begin(connection)
            var answers: [@Sendable () -> Void] = []
            for request in batch { answers.append(try request.perform(connection)) }
            return answers
        }
        for answer in answers { answer() }
    }

    /// Several processes may write to one PostgreSQL database, one after the other. So the sequence of events is the
    /// sequence of commits, and no reader skips an event.
    private static func begin(_ connection: any SQLConnection) throws(StoreFailure) {
        if connection.dialect == .postgres {
            _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtext('adapty-migrate-service'))")
        }
    }
}

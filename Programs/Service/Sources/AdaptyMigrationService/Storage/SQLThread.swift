import AdaptyMigrationSQL

/// A connection and the thread that waits for it. Calls of a database block, and must not block the threads that answer
/// requests.
///
/// It connects on first use, and again after the connection was lost.
actor SQLThread {
    private nonisolated let queue: SerialQueue
    private let connect: @Sendable () throws(StoreFailure) -> any SQLConnection
    private var connection: (any SQLConnection)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ label: String, _ connect: @escaping @Sendable () throws(StoreFailure) -> any SQLConnection) {
        queue = SerialQueue(label)
        self.connect = connect
    }

    func run<Result: Sendable>(_ body: @Sendable (any SQLConnection) throws(StoreFailure) -> Result)
        throws(StoreFailure) -> Result
    {
        let connection = try open()
        do throws(StoreFailure) { return try body(connection) } catch {
            if !SQLThread.answers(connection) { self.connection = nil }
            throw error
        }
    }

    /// Does work that changes nothing. When the connection had been lost, it does the work again on a new one.
    func read<Result: Sendable>(_ body: @Sendable (any SQLConnection) throws(StoreFailure) -> Result)
        throws(StoreFailure) -> Result
    {
        let wasOpen = connection != nil
        do throws(StoreFailure) { return try run(body) } catch {
            guard wasOpen, connection == nil else { throw error }
            return try run(body)
        }
    }

    /// - Parameter last: called with the connection, if there is one, before it is closed.
    func close(_ last: @Sendable (any SQLConnection) -> Void = { _ in }) {
        if let connection { last(connection) }
        connection = nil
    }

    static func answers(_ connection: any SQLConnection) -> Bool { (try? connection.rows("SELECT 1")) != nil }

    private func open() throws(StoreFailure) -> any SQLConnection {
        if let connection { return connection }
        let new = try connect()
        connection = new
        return new
    }
}

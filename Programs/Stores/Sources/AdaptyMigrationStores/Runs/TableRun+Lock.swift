extension TableRun {
    /// A transaction that takes the lock of the table with ``lock()``. Programs wait behind whoever waits for such a lock.
    /// So it gives way after a short time. It is tried again later.
    func patiently(_ body: () throws(StoreFailure) -> Void) throws(StoreFailure) {
        var waiting = Waiting(self, seconds: 0.5...10)
        while true {
            do throws(StoreFailure) { return try table.connection.transaction(body) } catch {
                guard error.kind == .locked, !options.isPaused() else { throw error }
                try waiting.pause()
            }
        }
    }

    /// Locks the table and its partitions until the transaction ends, all of them within a short time. In SQLite nobody
    /// else can write from its beginning.
    func lock() throws(StoreFailure) {
        guard table.connection.dialect == .postgres else { return }
        _ = try table.connection.rows("SET LOCAL statement_timeout = '300ms'")
        do throws(StoreFailure) {
            _ = try table.connection.rows("LOCK TABLE \(table.address.quoted) IN ACCESS EXCLUSIVE MODE")
        } catch {
            guard error.kind == .timedOut else { throw error }
            throw StoreFailure(
                .locked, "other sessions use the table \(table.address.table)",
                remedy: "run the same command again when they have ended; committed changes stay")
        }
        _ = try table.connection.rows("SET LOCAL statement_timeout TO DEFAULT")
    }
}

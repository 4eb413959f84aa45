/// Work on rows, some of which other programs had taken: they were writing to them.
protocol TakenRows {
    /// The keys of these rows. They come again.
    var taken: [SQLValue] { get }
    /// Works on some of them, as far as the others have ended.
    ///
    /// - Returns: the number of rows that need not come again.
    mutating func writeTaken(_ limit: PageLimit) throws(StoreFailure) -> Int
}

extension TableRun {
    /// Works on rows in a transaction, which may be tried again. So it works on a copy.
    ///
    /// - Parameter body: returns the number of rows.
    func step<Work>(_ work: inout Work, _ pace: inout Pace, _ body: (inout Work) throws(StoreFailure) -> Int)
        throws(StoreFailure) -> Int
    {
        let start = ContinuousClock.now, before = work
        let (after, count) = try table.connection.retried { () throws(StoreFailure) in
            var attempt = before
            let count = try body(&attempt)
            return (attempt, count)
        }
        work = after
        pace.note(count, since: start)
        return count
    }

    /// Works on the rows that others had taken. It waits until they have ended.
    func settle(_ work: inout some TakenRows, _ pace: inout Pace) throws(StoreFailure) {
        var waiting = Waiting(self, seconds: 0.05...1)
        while !work.taken.isEmpty, !options.isPaused() {
            let limit = pace.limit
            if try step(&work, &pace, { work throws(StoreFailure) in try work.writeTaken(limit) }) == 0 {
                try waiting.pause(work.taken)
            }
        }
    }
}

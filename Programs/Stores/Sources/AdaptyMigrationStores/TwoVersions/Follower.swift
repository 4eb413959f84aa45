/// Brings the two columns of rows in step, one batch per transaction.
///
/// First the row is locked, then its marks are read, so that no write can come between. The follower never changes a
/// document that a program wrote. It writes the other column from it:
///
/// | marks of a row | written | the old column | the new column |
/// | :-- | :-- | :-- | :-- |
/// | `old` | new | stays | upgraded from the old one |
/// | `new` | old | downgraded from the new one, with the edits | stays |
/// | `old`, then `new`; `both` | old | downgraded; what stood there is displaced, if it said something else | stays |
/// | `new`, then `old` | new | stays | upgraded; what stood there is displaced, if it said something else |
/// | `nothing` | new | stays | upgraded, if it is null |
///
/// If a document cannot be converted, the other column becomes null, so that nobody uses an outdated document. The
/// document and the reason are in the rejects.
final class Follower {
    private let pairs: PairTable
    private let marks: DirtyMarks
    private let journal: Journal
    private let run: Journal.Run
    private let converter: PairConverter
    private var pace: Pace
    /// How much the next transaction takes.
    var limit: PageLimit { pace.limit }
    /// Upgrades the old column on separate threads; `nil` for one thread.
    private let preparer: RowPreparer?
    private(set) var report = FollowReport()
    /// The number of the last mark of the rows that others held; 0 when it begins with the first one.
    private var passed: Int64 = 0
    /// The rows that are rejected now.
    private var rejects: Set<SQLValue> = []
    /// The journal that is made before the old column is dropped, and changes with the rows.
    var originals: KeptOriginals?

    init(_ pairs: PairTable, _ marks: DirtyMarks, _ owner: TableRun, _ run: Journal.Run) {
        self.pairs = pairs
        self.marks = marks
        self.run = run
        journal = owner.journal
        converter = PairConverter(pairs, owner.options)
        pace = Pace(owner.options)
        preparer = owner.options.jobs > 1 ? RowPreparer(owner.options) : nil
    }

    /// Processes the rows that have waited longest, in a transaction.
    ///
    /// - Returns: the number of processed rows; 0 when none waits, or when others are writing to all of them.
    func step() throws(StoreFailure) -> Int {
        // Checking first takes no lock that programs would have to wait for.
        if try !marks.isWaiting() { return 0 }
        let start = ContinuousClock.now, before = (report, rejects)
        let count = try pairs.table.connection.retried { () throws(StoreFailure) in
            (report, rejects) = before
            return try next()
        }
        pace.note(count, since: start)
        return count
    }

    /// The same in the current transaction.
    private func next() throws(StoreFailure) -> Int {
        var (keys, last) = try marks.keys(after: passed, limit: limit.rows)
        if keys.isEmpty, passed > 0 { (keys, last) = try marks.keys(limit: limit.rows) }
        passed = 0
        if keys.isEmpty { return 0 }
        let rows = try pairs.locked(keys, bytes: limit.bytes), found = try marks.marks(keys),
            rejected = try journal.rejected(run, among: keys)
        let upgraded = upgrades(rows)
        let steps = rows.compactMap { step($0, found[$0.key] ?? []) }
        report.unchanged += rows.count - steps.count
        for side in [PairTable.Side.new, .old] {
            try write(steps.filter { $0.side == side }, side, rejected, upgraded)
        }
        let settled = rows.map(\.key)
        try marks.remove(settled)
        try originals?.keep(settled)
        let count = rows.count + (try forget(Array(Set(keys).subtracting(settled)), found))
        // Rows that others hold must not keep the ones behind them waiting.
        if count == 0 { passed = last }
        return count
    }

    /// Processes the waiting writes in the current transaction, for some time.
    ///
    /// - Returns: whether none is left.
    func catchUp(_ time: Duration) throws(StoreFailure) -> Bool {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end, try next() > 0 {}
        return try !marks.isWaiting()
    }

    /// The upgraded values of the old column, by key.
    private func upgrades(_ rows: [PairTable.Pair]) -> [SQLValue: PreparedRow.Outcome] {
        guard let preparer else { return [:] }
        preparer.begin(rows.map { DocumentTable.Row(key: $0.key, value: $0.old) }, [:])
        return preparer.end().reduce(into: [:]) { $0[$1.row.key] = $1.outcome }
    }

    /// Handles rows that no longer exist. Rows that others are writing to, or that are too large for this batch, stay
    /// marked.
    private func forget(_ missing: [SQLValue], _ found: [SQLValue: [DirtyMarks.Mark]]) throws(StoreFailure) -> Int {
        let gone = Set(missing).subtracting(try pairs.table.existing(missing))
        for key in gone { try marks.remove(found[key] ?? []) }
        try journal.forgive(run, Array(gone))
        try originals?.keep(Array(gone))
        return gone.count
    }

    /// A row of which the column of a side is to be written from the other one.
    private struct Step {
        let row: PairTable.Pair
        let side: PairTable.Side
        /// Whether a program has written that column, too.
        let isConflict: Bool
    }

    /// - Returns: `nil` when nothing is to be written.
    private func step(_ row: PairTable.Pair, _ marks: [DirtyMarks.Mark]) -> Step? {
        let written = marks.map(\.written).filter { $0 != .nothing }
        guard let last = written.last else {
            return row.new == .null ? Step(row: row, side: .new, isConflict: false) : nil
        }
        let side: PairTable.Side = last == .old ? .new : .old
        return Step(
            row: row, side: side, isConflict: written.contains { $0 == .both || ($0 == .old) == (side == .old) })
    }

    /// Writes the column of a side in one statement, where the documents can be converted.
    private func write(
        _ steps: [Step], _ side: PairTable.Side, _ rejected: Set<SQLValue>,
        _ upgraded: [SQLValue: PreparedRow.Outcome]
    ) throws(StoreFailure) {
        var changes: [(step: Step, after: SQLValue)] = [], inStep: [SQLValue] = []
        for step in steps {
            switch try converter.convert(step.row, to: side, upgraded[step.row.key]) {
            case .rejected(let code, let reason): try reject(step.row, side, code, reason)
            case .document(let after) where after == step.row[side]: inStep.append(step.row.key)
            case .document(let after): changes.append((step, after))
            }
        }
        report.unchanged += inStep.count
        let refusals = try pairs.write(changes.map { ($0.step.row, $0.after) }, side)
        for (step, _) in changes {
            let key = step.row.key, before = step.row[side]
            if let refusal = refusals[key] {
                try reject(step.row, side, "not-written", refusal)
                continue
            }
            inStep.append(key)
            if step.isConflict, before != .null, !converter.isInStep(step.row) {
                try marks.displace(key, side, .conflict, before)
                report.conflicts.add(key.description)
            }
            if side == .new { report.upgraded += 1 } else { report.downgraded += 1 }
        }
        try journal.forgive(run, inStep.filter(rejected.contains))
        rejects.subtract(inStep)
        report.rejected = rejects.count
    }

    /// Leaves the column of a side empty, because its document cannot be made.
    private func reject(_ row: PairTable.Pair, _ side: PairTable.Side, _ code: String, _ reason: String)
        throws(StoreFailure)
    {
        var reason = reason
        if row[side] != .null, side == .new || !pairs.table.isRequired,
            let refusal = try pairs.write([(row, .null)], side)[row.key]
        {
            reason += "; the other column stays as it is, because \(refusal)"
        }
        try journal.reject(run, row.key, code: code, reason: reason, row[side == .new ? .old : .new])
        try marks.displace(row.key, side, .rejected, row[side])
        rejects.insert(row.key)
        report.rejected = rejects.count
    }
}

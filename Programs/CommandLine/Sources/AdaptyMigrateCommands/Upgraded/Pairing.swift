@_spi(Tools) import AdaptyMigrationTools

/// Goes through old and upgraded records in step. If one side has records that the other does not have, it finds the
/// next matching pair.
///
/// Worked example, `b` lost and `d` written twice:
///
/// ```
/// old       a b c d e      a↔a′, b missing, c↔c′, d↔d′, d′ a duplicate, e↔e′
/// upgraded  a′ c′ d′ d′ e′
/// ```
///
/// Between two matching pairs, records on both sides are paired in order: they were altered. Those that the upgrade
/// rejected are set aside before.
final class Pairing {
    enum Step {
        case pair(Record, Record)
        case rejected
        case missing(Record)
        case extra(Record)
        case duplicate(Record)
    }

    /// The number of records that are read ahead on each side.
    private static let window = 64

    private let laws: Laws
    private let oldRecords: RecordCursor, newRecords: RecordCursor
    private var old: [Candidate] = [], new: [Candidate] = []
    private var steps: [Step] = []
    private var rejected: RejectedRecords
    /// The upgraded records that were processed last.
    private var recent: [[UInt8]] = []

    init(_ old: RecordCursor, _ new: RecordCursor, rejected: RejectedRecords, _ laws: Laws) {
        oldRecords = old
        newRecords = new
        self.rejected = rejected
        self.laws = laws
    }

    /// The rejected records that were not met.
    var unmet: RejectedRecords { rejected }

    /// The next step; `nil` at the end of both.
    func next() throws(CommandFailure) -> Step? {
        if steps.isEmpty { try plan() }
        return steps.isEmpty ? nil : steps.removeFirst()
    }

    private func plan() throws(CommandFailure) {
        try fill(1)
        if let a = old.first, let b = new.first, a.became(b) { return take(1, 1) }
        try fill(Pairing.window)
        guard !old.isEmpty || !new.isEmpty else { return }
        let (missing, extra) = agreement ?? (old.count, new.count)
        take(missing - setAside(missing), extra)
    }

    /// Removes the rejected ones from the first old records.
    ///
    /// - Returns: how many they were.
    private func setAside(_ count: Int) -> Int {
        let others = old.prefix(count).filter { !rejected.take($0.record.bytes) }, gone = count - others.count
        old.replaceSubrange(..<count, with: others)
        steps += (0..<gone).map { _ in .rejected }
        return gone
    }

    private func fill(_ count: Int) throws(CommandFailure) {
        while old.count < count, let record = try oldRecords.next() { old.append(Candidate(old: record, laws)) }
        while new.count < count, let record = try newRecords.next() { new.append(Candidate(upgraded: record, laws)) }
    }

    /// The numbers of records on both sides before the nearest matching pair; `nil` when there is none.
    private var agreement: (Int, Int)? {
        for distance in stride(from: 1, to: old.count + new.count, by: 1) {
            for a in old.indices.prefix(distance + 1)
            where new.indices.contains(distance - a) && old[a].became(new[distance - a]) { return (a, distance - a) }
        }
        return nil
    }

    private func take(_ missing: Int, _ extra: Int) {
        // A duplicate matches no old record.
        var others: [Record] = []
        for candidate in new.prefix(extra) {
            if recent.contains(candidate.record.bytes), !(old.first?.became(candidate) ?? false) {
                steps.append(.duplicate(candidate.record))
            } else {
                others.append(candidate.record)
            }
            recent.append(candidate.record.bytes)
        }
        recent.removeFirst(max(0, recent.count - Pairing.window))
        let pairs = min(missing, others.count)
        for position in 0..<pairs { steps.append(.pair(old[position].record, others[position])) }
        steps += old[pairs..<missing].map { .missing($0.record) } + others[pairs...].map { .extra($0) }
        old.removeFirst(missing)
        new.removeFirst(extra)
    }
}

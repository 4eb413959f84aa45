@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The result of `verify`.
struct Verdict {
    /// A record that is only on one side of an upgrade.
    enum Odd: String, CaseIterable {
        case missing = "missing from the upgraded data", extra = "only in the upgraded data", duplicate =
            "twice in the upgraded data"
    }

    /// The maximum number of facts that are listed; the rest are counted.
    private static let mostFacts = 20

    private let laws: [Int]
    private(set) var records = 0
    private(set) var rejected = 0
    /// Records that the upgrade rejected, according to its rejects file.
    private var rejectedEarlier = 0
    /// Rows of exports. They have columns instead of members, so the laws do not apply to them as they are.
    private var rows = 0
    private var failures: [Int: Int] = [:]
    private var odd: [Odd: Int] = [:]
    private var actions: [String: Int] = [:]
    private var facts: [String] = []
    private var counterExample: (failure: Laws.Failure, record: Record)?
    private var totals: Totals?
    private var inside: InsideCount?

    /// - Parameters:
    ///   - isUpgraded: whether the data was upgraded earlier. Then only its way back and access are checked.
    ///   - inside: counts values that are no records; `nil` when documents are records.
    ///   - totals: the counts and sums; `nil` when they are not requested.
    init(isUpgraded: Bool = false, inside: InsideCount? = nil, totals: Totals? = nil) {
        laws = isUpgraded ? [1, 7] : [1, 2, 5, 7]
        self.inside = inside
        self.totals = totals
    }

    var holds: Bool { checked > 0 && rejected == 0 && failures.isEmpty && odd.isEmpty && totals?.areEqual ?? true }

    /// The number of records that were judged, those of exports included.
    private var checked: Int { records - rejected - rejectedEarlier - (odd[.missing] ?? 0) }

    /// Records for which every law holds.
    ///
    /// - Parameter areRows: whether they are rows of an export, which were converted back and whose events mean the same.
    mutating func addProven(_ number: Int, areRows: Bool = false) {
        records += number
        if areRows { rows += number }
    }

    mutating func add(_ result: Result<[Laws.Failure], MigrationError>, _ record: Record) {
        if case .failure(let error) = result, inside?.leaves(error, at: record.position) == true { return }
        records += 1
        switch result {
        case .success(let found):
            for failure in found { failures[failure.law, default: 0] += 1 }
            for failure in found where failure.law == 7 { tell(record, failure.message) }
            if counterExample == nil, let first = found.first { counterExample = (first, record) }
        case .failure(let error):
            rejected += 1
            if rejected <= 10 { Diagnostic.tell(error, record.source, record.position, in: record.bytes) }
        }
    }

    mutating func addRejectedEarlier() {
        records += 1
        rejectedEarlier += 1
    }

    mutating func add(_ kind: Odd, _ record: Record) {
        odd[kind, default: 0] += 1
        if kind == .missing { records += 1 }
        tell(record, kind.rawValue)
    }

    mutating func total(before: Record?, after: Record?) { totals?.add(before: before?.bytes, after: after?.bytes) }

    mutating func add(_ other: Totals) { totals? += other }

    mutating func add(_ actions: [Ledger.Action: Int]) {
        for (action, count) in actions { self.actions[action.rawValue, default: 0] += count }
    }

    private mutating func tell(_ record: Record, _ fact: String) {
        if facts.count < Verdict.mostFacts { facts.append("  \(Terminal.printable("\(record.place): \(fact)"))") }
    }

    /// The exit status, after it is said which values are no records.
    func status(_ status: ExitStatus) -> ExitStatus { inside?.status(status, found: records) ?? status }

    var text: String {
        let isNothing = checked == 0 && odd.isEmpty, judged = checked - rows
        let result =
            isNothing
            ? ": nothing was checked"
            : "; \(Text.count(laws.count, "law")) checked on \(judged): \(Text.count(failures.values.reduce(0, +), "failure"))"
        var lines = ["\(Text.count(records, "record")), \(rejected) rejected\(result)"]
        if rows > 0 {
            lines.append(
                "  \(Text.count(rows, "row")) of an export: each converts back to the same bytes, and its event means the same"
            )
        }
        for law in laws where judged > 0 || rows == 0 && !isNothing {
            let count = failures[law] ?? 0
            lines.append(
                "  law \(law)  \(Text.padded(Laws.title(law), 34))  \(count == 0 ? "holds" : "fails \(Text.count(count, "time"))")"
            )
        }
        if rejectedEarlier > 0 {
            lines.append("  \(Text.count(rejectedEarlier, "record")) rejected by the upgrade, and in its rejects file")
        }
        lines += Remark.lines(actions).map { "  " + $0 }
        for kind in Odd.allCases {
            if let count = odd[kind] { lines.append("  \(Text.count(count, "record")) \(kind.rawValue)") }
        }
        if !facts.isEmpty {
            let more = (failures[7] ?? 0) + odd.values.reduce(0, +) - facts.count
            lines += ["differences:"] + facts + (more > 0 ? ["  and \(more) more"] : [])
        }
        if let example = counterExample {
            lines.append(
                "first counter-example: \(Terminal.printable(example.record.place)) (byte \(example.record.position.offset))"
            )
            lines.append("  \(Terminal.printable(example.failure.description))")
            let bytes = example.record.bytes, shown = bytes.prefix(2000)
            lines.append(
                "  \(Terminal.printable(String(decoding: shown, as: UTF8.self)))\(shown.count < bytes.count ? " … (\(bytes.count) bytes)" : "")"
            )
        }
        return (lines + (totals?.lines ?? [])).joined(separator: "\n") + "\n"
    }
}

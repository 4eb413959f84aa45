import AdaptyMigrationStores
import ArgumentParser

struct StorePlan: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Reads and converts everything, checks the result, and writes nothing.",
        discussion:
            "The exit status is 65 if rows would be rejected, or anybody's access would change, and 75 if the plan was interrupted."
    )

    @OptionGroup var options: StoreOptions

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if let answer = try options.runOnAppData({ data throws(StoreFailure) in try data.plan() }) { return answer }
            let plan = try options.run { run throws(StoreFailure) in try run.plan() }
            guard plan.isComplete else {
                Terminal.note("interrupted: the plan says nothing about the rest; run the same command again")
                return StoreAnswer(plan, StorePlan.text(plan), .paused)
            }
            return StoreAnswer(
                plan, StorePlan.text(plan), plan.isSafe && plan.rejects.isEmpty ? .success : .rejects)
        }
    }

    static func text(_ plan: PlanReport) -> String {
        var lines = [
            "\(Text.count(plan.rows, "row")), \(plan.changed) to be upgraded, \(plan.empty) empty, \(plan.rejects.values.reduce(0, +)) to be rejected"
        ]
        if plan.upgraded > 0 { lines[0] += ", \(plan.upgraded) upgraded before" }
        lines += plan.kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "  \(Text.padded($0.key, 28)) \($0.value)"
        }
        if !plan.ledger.isEmpty { lines.append("fields") }
        lines += plan.ledger.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            "  \(Text.padded($0.key, 28)) \($0.value)"
        }
        lines += Remark.lines(plan.ledger) + Remark.losses(plan.losses)
        if !plan.rejects.isEmpty { lines.append("rejects (they stay as they are)") }
        for (code, count) in plan.rejects.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(Text.padded(code, 28)) \(count)")
            if let example = plan.examples[code] { lines.append("    first: " + Terminal.printable(example)) }
        }
        lines.append(
            "size  \(Text.bytes(plan.bytesBefore)) before, \(Text.bytes(plan.bytesAfter)) after, and \(Text.bytes(plan.bytesBefore)) of originals in the journal at most"
        )
        lines.append("time  \(Text.duration(plan.seconds)) to convert and prove, plus the time to write the rows")
        lines += plan.warnings.map { "warning: " + Terminal.printable($0) }
        lines.append(
            plan.isSafe
                ? "access is the same before and after in every row that is upgraded"
                : "ACCESS WOULD CHANGE in \(Text.count(plan.accessDifferences.count, "row")), rejected:")
        lines += plan.accessDifferences.prefix(10).map { "  " + Terminal.printable($0) }
        return lines.joined(separator: "\n") + "\n"
    }
}

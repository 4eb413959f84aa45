import AdaptyMigrationStores
import ArgumentParser

struct StoreApply: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Upgrades everything, or continues an interrupted run.",
        discussion: """
            Ctrl-C stops the run after the current batch, with exit status 75. The next apply continues with the next \
            row. Once everything is upgraded, another apply changes nothing.

            --mode expand is for tables that old and new programs use at the same time. It adds a column for the new \
            programs (COLUMN_current, or the name given with &into=) and fills it. Triggers record the writes of both \
            sides, and store follow keeps both columns in step. Before you expand, change old programs that INSERT \
            without naming columns.

            To end this phase, run apply --mode contract to continue with the new column alone, or store rollback to \
            return to the old one. Both refuse while old and new programs read different documents in some row. \
            Afterwards, name the old column as before: the commands find the run.
            """
    )

    @OptionGroup var options: StoreOptions

    @OptionGroup(title: "Report") var report: ReportOptions

    @Option(help: ArgumentHelp("Process at most this many rows per second.", valueName: "rows"))
    var throttle: Int?

    @Option(
        help: ArgumentHelp(
            """
            Convert with this many threads. One thread always converts while the database writes, so more threads \
            help only if converting takes longer. The result is the same.
            """,
            valueName: "n"))
    var jobs = 1

    func validate() throws {
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs must be between 1 and 64.") }
        guard report.path == nil || mode == .inPlace else {
            throw ValidationError("--report is only for an upgrade in place.")
        }
    }

    @Option(
        help: ArgumentHelp(
            """
            Upgrade the column in place (in-place), add a column for new programs (expand), or continue with the new \
            column alone (contract).
            """,
            valueName: "in-place|expand|contract"))
    var mode: StoreMode = .inPlace

    @Option(
        help: ArgumentHelp(
            """
            With --mode contract: drop the old column, replace it (the new column gets its name), or keep it. A \
            dropped or replaced column's documents go to the journal.
            """,
            valueName: "drop|replace|keep"))
    var oldColumn: OldColumn = .drop

    @Flag(help: "With --mode contract: proceed even if some documents could not be converted.")
    var acceptRejects = false

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if mode != .inPlace {
                let report = try options.run(throttle: throttle, jobs: jobs) { run throws(StoreFailure) in
                    mode == .expand
                        ? try run.twoVersions.expand()
                        : try run.twoVersions.contract(oldColumn.ending, acceptsRejects: acceptRejects)
                }
                return StoreFollow.answer(report)
            }
            if report.path != nil, try options.appData() != nil {
                throw .usage("--report is only for tables; changes to an app's data are printed in full")
            }
            if let answer = try options.runOnAppData({ data throws(StoreFailure) in try data.apply() }) {
                return answer
            }
            let report = StoreReport(options, self.report)
            let progress = try options.run(throttle: throttle, jobs: jobs, report: report) { run throws(StoreFailure) in
                try run.apply()
            }
            try report?.write()
            return StoreAnswer(
                progress,
                ([StoreApply.text(progress)] + Remark.losses(progress.losses)).map { $0 + "\n" }.joined(),
                !progress.isComplete ? .paused : progress.rejected == 0 ? .success : .rejects)
        }
    }

    /// - Parameter isKept: whether the reasons of rejects are stored.
    static func text(_ progress: RunProgress, isKept: Bool = true) -> String {
        var text =
            "\(Text.count(progress.changed, "row")) upgraded, \(progress.unchanged) left as they were, \(progress.rejected) rejected"
        if progress.rejected > 0, isKept { text += " (see adapty_migration_rejects)" }
        if progress.contended > 0 { text += ", \(progress.contended) read again because other programs wrote to them" }
        return text + (progress.isComplete ? "" : "; stopped: run apply again to continue")
    }
}

enum StoreMode: String, ExpressibleByArgument, CaseIterable {
    case inPlace = "in-place"
    case expand, contract
}

/// The fate of the old column.
enum OldColumn: String, ExpressibleByArgument, CaseIterable {
    case drop, replace, keep

    var ending: TwoVersionRun.Ending {
        switch self {
        case .drop: .drop
        case .replace: .replace
        case .keep: .keep
        }
    }
}

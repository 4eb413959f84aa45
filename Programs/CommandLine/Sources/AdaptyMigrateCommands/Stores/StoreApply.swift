import AdaptyMigrationStores
import ArgumentParser

struct StoreApply: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Upgrades everything, or goes on where an earlier run stopped.",
        discussion: """
            Ctrl-C stops after the batch at hand, with exit status 75. The next apply goes on with the next row, or with the file that was not finished, from \
            its beginning. A second run changes nothing.

            In a table, --mode expand is for a time in which old and new programs run at once. It adds a column for the new ones (COLUMN_current, or what &into= \
            names), fills it, and notes by triggers what either side writes; store follow keeps both columns in step. Old programs that INSERT without naming \
            columns must be changed first. --mode contract ends it with the new column, store rollback with the old one.
            """
    )

    @OptionGroup var options: StoreOptions

    @OptionGroup(title: "Report") var report: ReportOptions

    @Option(help: ArgumentHelp("Rows or records a second at most.", valueName: "rows"))
    var throttle: Int?

    @Option(
        help: ArgumentHelp(
            "Threads that convert; in a table one always does while the database writes, so that more help only where converting takes longer. They change no byte.",
            valueName: "n"))
    var jobs = 1

    func validate() throws {
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs must be between 1 and 64.") }
        guard report.path == nil || mode == .inPlace else {
            throw ValidationError("--report tells of an upgrade in place.")
        }
    }

    @Option(
        help: ArgumentHelp(
            "Upgrade the column in place, or add a column for new programs, or leave them with it alone.",
            valueName: "in-place|expand|contract"))
    var mode: StoreMode = .inPlace

    @Option(
        help: ArgumentHelp(
            "With --mode contract: drop the old column (its documents go to the journal), replace it (the new one takes its name), or keep it as it is.",
            valueName: "drop|replace|keep"))
    var oldColumn: OldColumn = .drop

    @Flag(help: "With --mode contract: also when documents could not be converted.")
    var acceptRejects = false

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if mode != .inPlace {
                let report = try options.runOnTable(throttle: throttle, jobs: jobs) { run throws(StoreFailure) in
                    mode == .expand
                        ? try run.twoVersions.expand()
                        : try run.twoVersions.contract(oldColumn.ending, acceptsRejects: acceptRejects)
                }
                return try StoreFollow.tell(report)
            }
            if report.path != nil, try options.appData() != nil {
                throw .usage("--report tells of files and tables; what becomes of an app's data is printed in full")
            }
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.apply() }) {
                return status
            }
            let report = try StoreReport(options, self.report)
            let (progress, words) = try options.run(throttle: throttle, jobs: jobs, report: report) {
                run throws(StoreFailure) in (try run.apply(), run.words)
            }
            try report?.write()
            try Output.print(StoreApply.text(progress, words, rejects: words.rejects) + "\n")
            return !progress.isComplete ? .paused : progress.rejected == 0 ? .success : .rejects
        }
    }

    /// - Parameter rejects: where their reasons are; `nil` when they are kept nowhere.
    static func text(_ progress: RunProgress, _ words: StoreWords, rejects: String?) -> String {
        var text =
            "\(Text.count(progress.changed, words.unit)) upgraded, \(progress.unchanged) left as they were, \(progress.rejected) rejected"
        if progress.rejected > 0, let rejects { text += " (\(Terminal.printable(rejects)) says why)" }
        if progress.contended > 0 { text += ", \(progress.contended) read again because others wrote to them" }
        return text + (progress.isComplete ? "" : "; stopped: apply again to go on")
    }
}

enum StoreMode: String, ExpressibleByArgument, CaseIterable {
    case inPlace = "in-place"
    case expand, contract
}

/// How the old column ends.
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

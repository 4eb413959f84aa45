import AdaptyMigrationStores
import ArgumentParser

struct StoreFollow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Keeps the two columns of an expanded table in step while old and new programs write.",
        discussion: """
            What an old program writes is upgraded into the new column. What a new program writes is downgraded into \
            the old column: its edits are kept, and everything else stays as old programs had it. If both have \
            written, the last write wins, and the other document is kept in adapty_migration_displaced. If a document \
            cannot be converted, the other column becomes null, and the reason is in adapty_migration_rejects.

            What a new program inserts goes to the old column in the dialect of the other rows. If these have \
            several, name the dialect with --from once. It is remembered, and rejected rows are tried again.

            follow runs until Ctrl-C. The exit status is then 0, or 65 if documents were rejected. Writes made while \
            it is not running wait for the next run. store status shows how many are waiting, and for how long.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Exit when the writes that are waiting now are processed.")
    var once = false

    @Option(
        help: ArgumentHelp(
            "When no writes are waiting, check again after this many seconds.", valueName: "seconds"))
    var interval = 0.2

    func validate() throws {
        guard interval > 0, interval <= 3600 else {
            throw ValidationError("--interval must be more than 0 and at most 3600 seconds.")
        }
    }

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            var report = try options.run { run throws(StoreFailure) in
                try run.twoVersions.follow(every: once ? nil : interval)
            }
            // A follower that is told to stop has done its work.
            if !once { report.isComplete = true }
            return StoreFollow.answer(report)
        }
    }

    static func answer(_ report: FollowReport) -> StoreAnswer {
        var lines = [
            "\(Text.count(report.upgraded, "row")) upgraded, \(report.downgraded) downgraded, \(report.unchanged) already in step, \(report.rejected) rejected"
        ]
        if report.rejected > 0 { lines[0] += " (see adapty_migration_rejects)" }
        lines += StoreList.lines(
            report.conflicts, "key ",
            ": both sides wrote; the last write was kept, and the other document is in adapty_migration_displaced")
        lines += report.warnings.map { "warning: " + Terminal.printable($0) }
        if !report.isComplete { lines.append("stopped: run the same command to continue") }
        return StoreAnswer(
            report, lines.joined(separator: "\n") + "\n",
            !report.isComplete ? .paused : report.rejected == 0 ? .success : .rejects)
    }
}

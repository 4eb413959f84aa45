import AdaptyMigrationStores
import ArgumentParser

struct StoreFollow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Keeps the two columns of an expanded table in step while old and new programs write.",
        discussion: """
            What an old program wrote is upgraded into the new column, what a new one wrote is downgraded into the old column: its edits come through, \
            everything else is as old programs had it. Both written in between: the last write stands, and the other document is kept in adapty_migration_displaced. \
            A document that cannot be converted leaves null in the other column, and its reason in adapty_migration_rejects.

            Runs until Ctrl-C (exit status 0). What is written while it does not run waits for it; store status says how much, and for how long.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Stop when nothing waits any more.")
    var once = false

    @Option(help: ArgumentHelp("Seconds between two looks when nothing waits.", valueName: "seconds"))
    var interval = 0.2

    func validate() throws {
        guard interval > 0, interval <= 3600 else {
            throw ValidationError("--interval must be more than 0 and at most 3600 seconds.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            var report = try options.runOnTable { run throws(StoreFailure) in
                try run.twoVersions.follow(every: once ? nil : interval)
            }
            // Told to stop, a follower has done what it was to do.
            if !once { report.isComplete = true }
            return try StoreFollow.tell(report)
        }
    }

    static func tell(_ report: FollowReport) throws(CommandFailure) -> ExitStatus {
        var lines = [
            "\(Text.count(report.upgraded, "row")) upgraded, \(report.downgraded) downgraded, \(report.unchanged) in step already, \(report.rejected) rejected"
        ]
        if report.rejected > 0 { lines[0] += " (adapty_migration_rejects says why)" }
        lines += report.conflicts.prefix(20).map {
            "  key \(Terminal.printable($0)): written by both; the last write stands, the other document is in adapty_migration_displaced"
        }
        if report.conflicts.count > 20 { lines.append("  and \(report.conflicts.count - 20) more") }
        if !report.isComplete { lines.append("stopped: the same command goes on") }
        try Output.print(lines.joined(separator: "\n") + "\n")
        return !report.isComplete ? .paused : report.rejected == 0 ? .success : .rejects
    }
}

import AdaptyMigrationStores
import ArgumentParser

struct StoreRollback: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Restores the original bytes of everything, also after a partial run.",
        discussion: """
            Rows that were edited after the upgrade keep their edits and are listed. The exit status is 65 if some \
            could not be restored. --force restores the originals of edited rows, too.

            A rollback needs disk space, because a database keeps both versions of a batch until the commit. If the \
            disk is full, free about ten megabytes.

            The last rollback or finish in a database removes its adapty_migration tables. If they are still there, \
            for example after a crash, run rollback once more.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Restore every original, even over edits. Edits made since the upgrade are lost.")
    var force = false

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.rollback() }) {
                return status
            }
            let report = try options.run(isForced: force) { run throws(StoreFailure) in try run.rollback() }
            var lines = [
                "\(Text.count(report.restored, "row")) restored, \(report.unchanged) never changed, \(report.edited.count) with their edits kept, \(report.kept.count) not restored"
                    + (report.forced.isEmpty ? "" : ", \(report.forced.count) restored by force")
            ]
            lines += report.edited.prefix(20).map {
                "  key \(Terminal.printable($0)): edited since; its edits are kept"
            }
            lines += report.forced.prefix(20).map {
                "  key \(Terminal.printable($0)): edited since; its original was restored by force"
            }
            lines += report.kept.prefix(20).map { "  " + Terminal.printable($0) }
            if let column = report.dropped {
                lines =
                    [
                        "the column \(Terminal.printable(column)) and its triggers were removed; \(Text.count(report.kept.count, "row")) not restored"
                    ] + report.kept.prefix(20).map { "  " + Terminal.printable($0) }
            }
            if !report.isComplete { lines.append("stopped: run rollback again to continue") }
            try Output.print(lines.joined(separator: "\n") + "\n")
            return !report.isComplete ? .paused : report.kept.isEmpty ? .success : .rejects
        }
    }
}

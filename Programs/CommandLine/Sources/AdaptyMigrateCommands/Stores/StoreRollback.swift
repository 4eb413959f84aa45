import AdaptyMigrationStores
import ArgumentParser

struct StoreRollback: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Gives everything its original bytes back, also after a partial run.",
        discussion: """
            Rows that were edited after the upgrade keep their edits and are named. Exits 65 when rows could not be taken back; --force gives them their \
            original, too.

            It needs room: a file is written anew beside the old one, and a database keeps both versions of a batch of rows until they are committed. \
            On a full disk, free as much as the largest file, or some ten megabytes for a table.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "In a table: puts the original back whatever stands there now; edits since the upgrade are lost.")
    var force = false

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.rollback() }) {
                return status
            }
            let (report, words) = try options.run(isForced: force) { run throws(StoreFailure) in
                (try run.rollback(), run.words)
            }
            var lines = [
                "\(Text.count(report.restored, words.unit)) restored, \(report.unchanged) never changed, \(report.edited.count) with their edits kept, \(report.kept.count) not taken back"
                    + (report.forced.isEmpty ? "" : ", \(report.forced.count) put back by force")
            ]
            lines += report.edited.prefix(20).map {
                "  \(words.label)\(Terminal.printable($0)): edited since; its edits are kept"
            }
            lines += report.forced.prefix(20).map {
                "  \(words.label)\(Terminal.printable($0)): edited since; its original was put back by force"
            }
            lines += report.kept.prefix(20).map { "  " + Terminal.printable($0) }
            if let column = report.dropped {
                lines =
                    [
                        "the column \(Terminal.printable(column)) and its triggers are gone, \(Text.count(report.kept.count, "row")) not taken back"
                    ] + report.kept.prefix(20).map { "  " + Terminal.printable($0) }
            }
            if !report.isComplete { lines.append("stopped: roll back again to go on") }
            try Output.print(lines.joined(separator: "\n") + "\n")
            return !report.isComplete ? .paused : report.kept.isEmpty ? .success : .rejects
        }
    }
}

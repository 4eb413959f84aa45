import AdaptyMigrationStores
import ArgumentParser

struct StoreRollback: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Restores the original bytes of everything, also after a partial run.",
        discussion: """
            Rows that programs edited after the upgrade keep their edits and are listed, as are rows that programs \
            deleted. A row in which a program put another document stays as it was written, and is listed apart. \
            The exit status is 65 if some rows could not be restored. The rollback then stays open, and you \
            can remove the cause and run it again.

            --force restores the originals of edited rows, too. What the database still does not accept is appended \
            to a file of rejects with its original, and the rollback ends. With two columns, the file gets the \
            documents of new programs that cannot be converted back; without --force, these are a reason to refuse.

            A rollback needs disk space, because a database keeps both versions of a batch until the commit. If the \
            disk is full, free about ten megabytes.

            The last rollback or finish in a database removes its adapty_migration tables. If they are still there, \
            for example after a crash, run rollback once more.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Restore every original, even over edits. Edits made since the upgrade are lost.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "With --force: append what the rollback cannot restore or keep to this NDJSON file.", valueName: "path"),
        completion: .file())
    var rejects = "rollback.rejects.ndjson"

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if let answer = try options.runOnAppData({ data throws(StoreFailure) in try data.rollback() }) {
                return answer
            }
            let report = try options.run(rejects: force ? rejects : nil) { run throws(StoreFailure) in
                try run.rollback()
            }
            return StoreAnswer(
                report, text(report).joined(separator: "\n") + "\n",
                !report.isComplete ? .paused : report.kept.isEmpty && report.skipped.isEmpty ? .success : .rejects)
        }
    }

    private func text(_ report: RollbackReport) -> [String] {
        var head =
            "\(Text.count(report.restored, "row")) restored, \(report.unchanged) never changed, \(report.edited.count) with their edits kept, \(report.kept.count) not restored"
        if let column = report.dropped {
            head =
                "the column \(Terminal.printable(column)) and its triggers were removed; \(Text.count(report.kept.count, "row")) not restored"
        }
        if let column = report.renamed { head += "; the column is \(Terminal.printable(column)) again" }
        if !report.replaced.isEmpty { head += ", \(report.replaced.count) replaced by programs" }
        if !report.forced.isEmpty { head += ", \(report.forced.count) restored by force" }
        if !report.deleted.isEmpty { head += ", \(report.deleted.count) deleted by programs" }
        if !report.skipped.isEmpty { head += ", \(report.skipped.count) skipped (see \(Terminal.printable(rejects)))" }
        return [head]
            + StoreList.lines(report.edited, "key ", ": edited since; its edits are kept")
            + StoreList.lines(report.replaced, "key ", ": another document since; it stays as it was written")
            + StoreList.lines(report.forced, "key ", ": edited since; its original was restored by force")
            + StoreList.lines(report.deleted, "key ", ": deleted since; its original was discarded")
            + StoreList.lines(report.kept) + StoreList.lines(report.skipped) + (report.next.map { [$0] } ?? [])
    }
}

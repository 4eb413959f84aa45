import AdaptyMigrationStores
import ArgumentParser

struct StoreRollback: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback", abstract: "Restores the original bytes of everything, also after a partial run.",
        discussion: """
            Rows that programs edited after the upgrade keep their edits and are listed, as are rows that programs \
            deleted or set to null. A row in which a program put another document stays as it was written. Its \
            original goes to the file of rejects. The exit status is 65 if some rows do not have their originals, or \
            if rows stay in the new form. If a row could not be restored, the rollback stays open, and you can remove \
            the cause and run it again.

            --force restores the originals of edited rows, too, and the file gets the edited documents. A row that \
            is null stays null. What the database still does not accept is appended to the file with its original, \
            and the rollback ends. With two columns, the file gets the documents of new programs that cannot be \
            converted back; without --force, these are a reason to refuse.

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
            "Append documents that the rollback keeps in no row to this NDJSON file.", valueName: "path"),
        completion: .file())
    var rejects = "rollback.rejects.ndjson"

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if let answer = try options.runOnAppData({ data throws(StoreFailure) in try data.rollback() }) {
                return answer
            }
            let report = try options.run(rejects: rejects, isForced: force) { run throws(StoreFailure) in
                try run.rollback()
            }
            return StoreAnswer(
                report, text(report).joined(separator: "\n") + "\n",
                !report.isComplete ? .paused : report.isClean ? .success : .rejects)
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
        if !report.erased.isEmpty { head += ", \(report.erased.count) null" }
        if !report.deleted.isEmpty { head += ", \(report.deleted.count) deleted by programs" }
        if !report.skipped.isEmpty { head += ", \(report.skipped.count) skipped" }
        if !report.added.isEmpty { head += ", \(report.added.count) added by programs" }
        let hasFile = [report.replaced, report.forced, report.skipped, report.reduced].contains { !$0.isEmpty }
        if hasFile { head += "; see \(Terminal.printable(rejects))" }
        return [head]
            + StoreList.lines(report.edited, "key ", ": edited since; its edits are kept")
            + StoreList.lines(
                report.replaced, "key ", ": another document since; it stays, and its original is in the file")
            + StoreList.lines(report.reduced, "key ", ": made by a new program; all that it wrote is in the file")
            + StoreList.lines(report.added, "key ", ": added in the new form since; it stays as it was written")
            + StoreList.lines(report.erased, "key ", ": null since; it stays null, and its original was discarded")
            + StoreList.lines(
                report.forced, "key ", ": edited since; its original was restored, and the edit is in the file")
            + StoreList.lines(report.deleted, "key ", ": deleted since; its original was discarded")
            + StoreList.lines(report.kept) + StoreList.lines(report.skipped) + (report.next.map { [$0] } ?? [])
    }
}

import AdaptyMigrationFiles
import AdaptyMigrationStores
import AdaptyMigrationTesting
import ArgumentParser

struct StoreRehearse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Applies and verifies everything in one transaction, or on copies of the files, and takes it back: nothing stays.",
        discussion: "Shows what changes in the first rows. The table is locked for writers as long as the transaction is open."
    )

    @OptionGroup var options: StoreOptions

    /// What changes in a document, or in a row of an export.
    private static func diff(_ before: String, _ after: String) -> [String] {
        guard before.utf8.first(where: { !$0.isSpace }) == 0x7B else { return ["-" + before, "+" + after] }
        return DocumentDiff.unified(Array(before.utf8), Array(after.utf8))
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.rehearse() }) {
                try Output.print("rehearsed: nothing was kept\n")
                return status
            }
            let (plan, words) = try options.run { run throws(StoreFailure) in (try run.plan(), run.words) }
            let (progress, report) = try options.run { run throws(StoreFailure) in try run.rehearse() }
            var lines = plan.samples.flatMap { sample in
                [Terminal.printable(words.label + sample.key)] + StoreRehearse.diff(sample.before, sample.after).map { "  " + Terminal.printable($0) }
            }
            lines.append(StoreApply.text(progress, words) + " (rehearsed: nothing was kept)")
            lines.append(StoreVerify.text(report, words))
            try Output.print(lines.joined(separator: "\n"))
            return report.holds && progress.rejected == 0 ? .success : .rejects
        }
    }
}

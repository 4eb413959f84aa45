import AdaptyMigrationStores
import AdaptyMigrationTesting
import ArgumentParser

struct StoreRehearse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse", abstract: "Applies and verifies everything in one transaction, or on copies of the files, and takes it back: nothing stays.",
        discussion: "Shows what changes in the first rows. The table is locked for writers as long as the transaction is open."
    )

    @OptionGroup var options: StoreOptions

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            let (plan, words) = try options.run { run throws(StoreFailure) in (try run.plan(), run.words) }
            let (progress, report) = try options.run { run throws(StoreFailure) in try run.rehearse() }
            var lines = plan.samples.flatMap { sample in
                [Terminal.printable(words.label + sample.key)] + DocumentDiff.unified(Array(sample.before.utf8), Array(sample.after.utf8)).map { "  " + Terminal.printable($0) }
            }
            lines.append(StoreApply.text(progress, words) + " (rehearsed: nothing was kept)")
            lines.append(StoreVerify.text(report, words))
            try Output.print(lines.joined(separator: "\n"))
            return report.holds && progress.rejected == 0 ? .success : .rejects
        }
    }
}

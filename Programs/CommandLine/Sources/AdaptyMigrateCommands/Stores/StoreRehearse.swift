import AdaptyMigrationStores
@_spi(Tools) import AdaptyMigrationTesting
import ArgumentParser

struct StoreRehearse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Applies and verifies the upgrade in one transaction, and then undoes it.",
        discussion: """
            The output shows the changes in the first rows. Programs cannot write to the table until the transaction \
            ends.
            """
    )

    @OptionGroup var options: StoreOptions

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if var answer = try options.runOnAppData({ data throws(StoreFailure) in try data.rehearse() }) {
                answer.words += "rehearsed: nothing was kept\n"
                return answer
            }
            let rehearsal = try options.run { run throws(StoreFailure) in try run.rehearse() }
            var lines = rehearsal.samples.flatMap { sample in
                ["key " + Terminal.printable(sample.key)]
                    + DocumentDiff.unified(sample.before, sample.after).map { "  " + Terminal.printable($0) }
            }
            lines.append(StoreApply.text(rehearsal.progress, isKept: false) + " (rehearsed: nothing was kept)")
            lines.append(StoreVerify.text(rehearsal.verification))
            return StoreAnswer(
                rehearsal, lines.joined(separator: "\n"),
                rehearsal.verification.holds && rehearsal.progress.rejected == 0 ? .success : .rejects)
        }
    }
}

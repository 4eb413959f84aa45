import AdaptyMigrationStores
@_spi(Tools) import AdaptyMigrationTesting
import ArgumentParser

struct StoreRehearse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract: "Applies and verifies the upgrade in transactions that are undone.",
        discussion: """
            The database then says which documents its constraints, triggers and limits refuse. The output also shows \
            the changes in the first rows. Programs can write to the table: each transaction is as short as those of \
            apply. In PostgreSQL, a rehearsal leaves dead rows, as every write does.
            """
    )

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("Rehearse this many rows, from the first key on.", valueName: "n"))
    var rows = 10_000

    @Flag(help: "Rehearse the whole table.")
    var yes = false

    func validate() throws {
        guard rows > 0 else { throw ValidationError("--rows must be at least 1.") }
    }

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if var answer = try options.runOnAppData({ data throws(StoreFailure) in try data.rehearse() }) {
                answer.words += "rehearsed: nothing was kept\n"
                return answer
            }
            let rehearsal = try options.run { run throws(StoreFailure) in try run.rehearse(yes ? nil : rows) }
            var lines = rehearsal.samples.flatMap { sample in
                ["key " + Terminal.printable(sample.key)]
                    + DocumentDiff.unified(sample.before, sample.after).map { "  " + Terminal.printable($0) }
            }
            lines.append(StoreApply.text(rehearsal.progress, isKept: false) + " (rehearsed: nothing was kept)")
            if rehearsal.verification.rows < rehearsal.rows, rehearsal.progress.isComplete {
                lines.append(
                    "rehearsed \(rehearsal.verification.rows) of \(Text.count(rehearsal.rows, "row")); --yes rehearses all"
                )
            }
            lines.append(StoreVerify.text(rehearsal.verification))
            return StoreAnswer(
                rehearsal, lines.joined(separator: "\n"),
                rehearsal.verification.holds && rehearsal.progress.rejected == 0 ? .success : .rejects)
        }
    }
}

import AdaptyMigrationStores
import ArgumentParser

struct StoreErase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Removes everything that the journal keeps of one row.",
        discussion: """
            For personal data that must go. First delete the row or its data, and then erase its key. Originals, \
            rejected documents and displaced documents of this and earlier upgrades of the table are removed. A row \
            that is still in the table stays as it is, and rollback no longer restores it.
            """
    )

    @OptionGroup var options: StoreOptions

    @Argument(help: "The key of the row, as messages show it. For a key of several columns, a JSON array.")
    var key: String

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            let report = try options.run { run throws(StoreFailure) in try run.erase(key) }
            return StoreAnswer(
                report,
                "\(Text.count(report.originals, "original")), \(Text.count(report.rejects, "rejected document")) and \(Text.count(report.displaced, "displaced document")) removed\n"
            )
        }
    }
}

import AdaptyMigrationStores
@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

struct StoreStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows the state of an upgrade, or lists all upgrades of a database.",
        discussion: """
            An address without a table (sqlite:FILE, postgres://user@host/database) lists the upgrades of the whole \
            database that are not over.
            """
    )

    @OptionGroup var options: StoreOptions

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if StoreAddress.isDatabase(options.store) { return try list() }
            if let appData = try options.appData() { return try answer(appData) }
            let status = try options.run { run throws(StoreFailure) in try run.status() }
            return StoreAnswer(status, text(status).joined(separator: "\n") + "\n")
        }
    }

    private struct AppDataStatus: Encodable {
        let state: String
        /// `nil` when nothing is upgraded.
        let sdk: String?
    }

    private func answer(_ appData: AppDataStore) throws(CommandFailure) -> StoreAnswer {
        let sdk = try CommandFailure.from { () throws(StoreFailure) in try appData.status() }?.description
        return StoreAnswer(
            AppDataStatus(state: sdk == nil ? "none" : "upgraded", sdk: sdk),
            sdk.map { "upgraded for SDK \($0)\n" } ?? "none\n")
    }

    private func text(_ status: StatusReport) -> [String] {
        var head =
            "\(status.state): \(Text.count(status.rows, "row")), \(status.changed) upgraded, \(status.unchanged) left as they were, \(status.rejected) rejected"
        if let cursor = status.cursor { head += "; continues after key \(Terminal.printable(cursor))" }
        return [head] + (status.twoColumns.map { [text($0)] } ?? []) + [status.refusal, status.next].compactMap(\.self)
    }

    private func text(_ two: TwoColumnStatus) -> String {
        var text = "\(Terminal.printable(two.into)) is the new column; \(Text.count(two.waiting, "write")) waiting"
        if two.waiting > 0 { text += ", the oldest for \(Text.duration(two.lag))" }
        if two.conflicts > 0 {
            text += "; \(Text.count(two.conflicts, "document")) displaced by a later write (adapty_migration_displaced)"
        }
        if two.accessDiffers > 0 {
            text += "\nold and new programs read different access in \(Text.count(two.accessDiffers, "row"))"
        }
        if two.documentsDiffer > 0 {
            text +=
                "\nold and new programs read documents that differ otherwise in \(Text.count(two.documentsDiffer, "row"))"
        }
        return text
    }

    // MARK: All runs

    private struct List: Encodable {
        let runs: [RunSummary]
    }

    private func list() throws(CommandFailure) -> StoreAnswer {
        let runs = try CommandFailure.from { () throws(StoreFailure) in try StoreDatabase(options.store).runs() }
        return StoreAnswer(
            List(runs: runs), runs.isEmpty ? "no upgrades\n" : runs.map { StoreStatus.text($0) + "\n" }.joined())
    }

    static func text(_ run: RunSummary) -> String {
        var text =
            "\(Terminal.printable(run.name)): \(run.state), \(Text.count(run.rows, "row")), \(run.rejected) rejected, \(Text.count(run.originals, "original")) (\(Text.bytes(run.bytes)))"
        if let schema = run.journal { text += " in the schema \(Terminal.printable(schema))" }
        if run.isTableThere { return text }
        if let name = run.renamed {
            return text + "; it is now called \(Terminal.printable(name)): name it so, or rename it back"
        }
        return text + "; the column is gone: "
            + (run.originals > 0
                ? "if it was renamed, name it as it is called now, or rename it back"
                : "end it with store finish --forget")
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationStores
import ArgumentParser

struct StoreFinish: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Verifies an upgrade, then removes the originals and the journal.",
        discussion: """
            Afterwards, rollback is no longer possible. Without --yes, finish only verifies, lists what programs \
            changed since the upgrade, and shows what it would remove (exit status 64). With --yes, these changes are \
            accepted. If something else is found, such as swapped rows or lost originals, nothing is removed (exit \
            status 65).
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Accept what programs changed, and remove the originals and the journal.")
    var yes = false

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let appData = try options.appData() { return try finish(appData) }
            let report = try options.run { run throws(StoreFailure) in try run.finish(isConfirmed: yes) }
            let kept = "\(Text.count(report.originals, "original")) (\(Text.bytes(report.bytes)))"
            return try tell(
                StoreVerify.text(report.verification), holds: report.verification.isExplained, report.isDone, kept)
        }
    }

    private func finish(_ appData: AppDataStore) throws(CommandFailure) -> ExitStatus {
        let (check, isDone) = try CommandFailure.from { () throws(StoreFailure) in try appData.finish(isConfirmed: yes)
        }
        return try tell(
            check.items.map { Terminal.printable($0.description) + "\n" }.joined(), holds: check.isClean, isDone,
            "the original and its backup")
    }

    private func tell(_ verified: String, holds: Bool, _ isDone: Bool, _ kept: String) throws(CommandFailure)
        -> ExitStatus
    {
        let end =
            if isDone {
                "finished: \(kept) removed; rollback is no longer possible"
            } else if holds {
                yes
                    ? "stopped: nothing was removed; run store finish --yes again"
                    : "to be removed: \(kept); rollback will then be impossible. To remove them, run store finish --yes"
            } else {
                "nothing was removed; correct what was found, or run store rollback"
            }
        try Output.print(verified + end + "\n")
        return isDone ? .success : !holds ? .rejects : yes ? .paused : .usage
    }
}

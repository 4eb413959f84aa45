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
            accepted. If there are fields that only originals have, it names them and asks for --accept-losses, too. \
            If something else is found, such as swapped rows or lost originals, nothing is removed (exit status 65), \
            unless --accept-findings says that the rows are right as they are.

            --forget ends the upgrade of a table or column that was dropped. store status with the address of the \
            database lists it. If it was only renamed, name it as it is called now.
            """
    )

    @OptionGroup var options: StoreOptions

    @Flag(help: "Accept what programs changed, and remove the originals and the journal.")
    var yes = false

    @Flag(help: "Accept that the fields which only originals have are nowhere afterwards.")
    var acceptLosses = false

    @Flag(help: "Accept rows that seem swapped or doubled, and originals that are lost.")
    var acceptFindings = false

    @Flag(help: "End the upgrade of a table that was dropped, without verifying it.")
    var forget = false

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if forget { return try forgotten() }
            if let appData = try options.appData() { return try finish(appData) }
            let report = try options.run { run throws(StoreFailure) in
                try run.finish(
                    isConfirmed: yes, acceptsLosses: acceptLosses, acceptsFindings: acceptFindings)
            }
            guard let verification = report.verification else { return StoreAnswer(report, StoreFinish.nothing) }
            let lost = Remark.losses(verification.losses).map { $0 + "\n" }.joined()
            return answer(
                report, StoreVerify.text(verification) + lost, holds: acceptFindings || verification.isExplained,
                report.isDone,
                StoreFinish.kept(report.originals, report.bytes), asksForLosses: !lost.isEmpty && !acceptLosses)
        }
    }

    private static let nothing = "nothing to finish: there is no upgrade here\n"

    private struct AppDataEnd: Encodable {
        /// `nil` when there was nothing to end.
        let check: StoredReport?
        let isDone: Bool
    }

    private func finish(_ appData: AppDataStore) throws(CommandFailure) -> StoreAnswer {
        let (check, isDone) = try CommandFailure.from { () throws(StoreFailure) in try appData.finish(isConfirmed: yes)
        }
        let end = AppDataEnd(check: check, isDone: isDone)
        guard let check else { return StoreAnswer(end, StoreFinish.nothing) }
        return answer(
            end, check.items.map { Terminal.printable($0.description) + "\n" }.joined(), holds: check.isClean, isDone,
            "the original and its backup")
    }

    private struct Forgotten: Encodable {
        let run: RunSummary
        let isDone: Bool
    }

    private func forgotten() throws(CommandFailure) -> StoreAnswer {
        guard try options.appData() == nil else { throw .usage("--forget is only for tables") }
        let run = try CommandFailure.from { () throws(StoreFailure) in
            try StoreAddress.forget(options.store, isConfirmed: yes, acceptsLosses: acceptLosses)
        }
        return answer(
            Forgotten(run: run, isDone: yes), StoreStatus.text(run) + "\n", holds: true, yes,
            StoreFinish.kept(run.originals, run.bytes), asksForLosses: run.originals > 0 && !acceptLosses)
    }

    private static func kept(_ originals: Int, _ bytes: Int) -> String {
        "\(Text.count(originals, "original")) (\(Text.bytes(bytes)))"
    }

    private func answer(
        _ report: any Encodable, _ found: String, holds: Bool, _ isDone: Bool, _ kept: String,
        asksForLosses: Bool = false
    ) -> StoreAnswer {
        let flags = (forget ? "--forget " : "") + (asksForLosses ? "--accept-losses " : "") + "--yes"
        let end =
            if isDone {
                "finished: \(kept) removed; rollback is no longer possible"
            } else if holds {
                yes && !asksForLosses
                    ? "stopped: nothing was removed; run store finish --yes again"
                    : "to be removed: \(kept); rollback will then be impossible. To remove them, run store finish \(flags)"
            } else {
                "nothing was removed; correct what was found, or run store rollback, or accept it with store finish --accept-findings \(flags)"
            }
        return StoreAnswer(
            report, found + end + "\n", isDone ? .success : !holds ? .rejects : yes && !asksForLosses ? .paused : .usage
        )
    }
}

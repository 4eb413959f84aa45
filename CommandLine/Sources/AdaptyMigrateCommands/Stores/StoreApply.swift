import AdaptyMigrationStores
import ArgumentParser

struct StoreApply: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Upgrades everything, or goes on where an earlier run stopped.",
        discussion: "Ctrl-C stops after the batch at hand, with exit status 75; the next apply goes on there. A second run changes nothing."
    )

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("Rows or records a second at most.", valueName: "rows"))
    var throttle: Int?

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.apply() }) { return status }
            let (progress, words) = try options.run(throttle: throttle) { run throws(StoreFailure) in (try run.apply(), run.words) }
            try Output.print(StoreApply.text(progress, words) + "\n")
            return !progress.isComplete ? .paused : progress.rejected == 0 ? .success : .rejects
        }
    }

    static func text(_ progress: RunProgress, _ words: StoreWords) -> String {
        var text = "\(Text.count(progress.changed, words.unit)) upgraded, \(progress.unchanged) left as they were, \(progress.rejected) rejected"
        if progress.rejected > 0 { text += " (\(Terminal.printable(words.rejects)) says why)" }
        if progress.contended > 0 { text += ", \(progress.contended) read again because others wrote to them" }
        return text + (progress.isComplete ? "" : "; stopped: apply again to go on")
    }
}

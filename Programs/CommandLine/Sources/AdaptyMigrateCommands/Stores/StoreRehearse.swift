import AdaptyMigrationFiles
import AdaptyMigrationStores
import AdaptyMigrationTesting
import ArgumentParser

struct StoreRehearse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rehearse",
        abstract:
            "Applies and verifies the upgrade in one transaction, or on copies of the files, and then undoes it.",
        discussion: """
            The output shows the changes in the first rows or records. Programs cannot write to the table until the \
            transaction ends.
            """
    )

    @OptionGroup var options: StoreOptions

    /// The changes in a document, or in a row of an export.
    private static func diff(_ before: [UInt8], _ after: [UInt8]) -> [String] {
        guard before.first(where: { !$0.isSpace }) == 0x7B else {
            return ["-" + String(decoding: before, as: UTF8.self), "+" + String(decoding: after, as: UTF8.self)]
        }
        return DocumentDiff.unified(before, after)
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.rehearse() }) {
                try Output.print("rehearsed: nothing was kept\n")
                return status
            }
            let (rehearsal, words) = try options.run { run throws(StoreFailure) in (try run.rehearse(), run.words) }
            var lines = rehearsal.samples.flatMap { sample in
                [Terminal.printable(words.label + sample.key)]
                    + StoreRehearse.diff(sample.before, sample.after).map { "  " + Terminal.printable($0) }
            }
            lines.append(StoreApply.text(rehearsal.progress, words, rejects: nil) + " (rehearsed: nothing was kept)")
            lines.append(StoreVerify.text(rehearsal.verification, words))
            try Output.print(lines.joined(separator: "\n"))
            return rehearsal.verification.holds && rehearsal.progress.rejected == 0 ? .success : .rejects
        }
    }
}

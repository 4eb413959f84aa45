import AdaptyMigrationStores
import ArgumentParser

struct StoreVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Reads everything again and compares it with the journal.",
        discussion: """
            Finds rows that were duplicated or swapped since the upgrade, originals that are lost, and originals that \
            do not convert to the stored data. Rows that programs edited, added or deleted are listed. The exit \
            status is 65 if something was found, or if programs wrote documents that another apply would upgrade. With \
            two columns, it is 65 also if old and new programs read different access in some row.
            """
    )

    @OptionGroup var options: StoreOptions

    func run() throws {
        try options.answer { () throws(CommandFailure) in
            if let answer = try options.runOnAppData({ data throws(StoreFailure) in try data.verify() }) {
                return answer
            }
            let report = try options.run { run throws(StoreFailure) in try run.verify() }
            return StoreAnswer(report, StoreVerify.text(report), report.holds ? .success : .rejects)
        }
    }

    static func text(_ report: VerifyReport) -> String {
        let head =
            "\(Text.count(report.rows, "row")) read, \(report.proven) proven, \(report.rejected.count) rejected as before, \(Text.count(report.findings.count, "finding"))"
        let lines =
            [head] + StoreList.lines(report.findings)
            + [
                ("old and new programs read different access", report.accessDiffers),
                ("old and new programs read documents that differ otherwise", report.documentsDiffer),
                ("rejected as before", report.rejected), ("edited by programs", report.edited),
                ("added by programs", report.added), ("deleted by programs", report.deleted),
                ("of these, to be upgraded by another store apply", report.outdated),
            ].compactMap { StoreList.keys($0, $1) }
        return lines.joined(separator: "\n") + "\n"
    }
}

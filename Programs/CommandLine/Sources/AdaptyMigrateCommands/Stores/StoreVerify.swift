import AdaptyMigrationStores
import ArgumentParser

struct StoreVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Reads everything again and compares it with the journal.",
        discussion: """
            Finds rows that were changed, dropped, duplicated or swapped since the upgrade. Also finds originals that \
            do not convert to the stored data. The exit status is 65 if there are any.
            """
    )

    @OptionGroup var options: StoreOptions

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let status = try options.runOnAppData({ data throws(StoreFailure) in try data.verify() }) {
                return status
            }
            let report = try options.run { run throws(StoreFailure) in try run.verify() }
            try Output.print(StoreVerify.text(report))
            return report.holds ? .success : .rejects
        }
    }

    static func text(_ report: VerifyReport) -> String {
        let lines =
            report.findings.map { "  " + Terminal.printable($0) }
            + (report.findingCount > report.findings.count
                ? ["  and \(report.findingCount - report.findings.count) more"] : [])
        let head =
            "\(Text.count(report.rows, "row")) read, \(report.proven) proven, \(report.rejected) rejected as before, \(Text.count(report.findingCount, "finding"))"
        return ([head] + lines).joined(separator: "\n") + "\n"
    }
}

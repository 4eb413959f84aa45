import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Proves on your own data that every record can be taken back and that nobody's access changes.",
        discussion: """
            Checks for every record: up and back gives the same bytes (law 1), down and up as well (law 2), upgrading twice changes \
            nothing (law 5), and access is the same now and on the first of January 2020, 2022 and 2024, or at the instants given \
            (law 7). With --upgraded, compares the old data with an upgrade made earlier, by anybody, record by record in order: \
            access, the way back where residue is there, and records that are missing, added or doubled. Prints counts, what \
            differs as business facts, and the first counter-example. Nothing is written. Exits 65 when anything differs or a record is rejected.

            server-v2 does not say whether access is active: its records are judged by their dates and products at each instant; \
            will-renew, lifetime and refund flags have nothing to be compared with.

            EXAMPLES:
              adapty-migrate verify dump.ndjson
              adapty-migrate verify captures/ --from sdk1-stored --at 2026-01-01 --at 2026-07-01
              adapty-migrate verify old/ --upgraded new/ --totals
              adapty-migrate verify --certificate run.json old/ --target new/
            """
    )

    @OptionGroup var input: InputOptions

    @Option(
        help: ArgumentHelp(
            "An instant at which access is compared (ISO 8601, or a date); may be given several times.",
            discussion:
                "One alone, with --from server-v2 or --upgraded, is also where is_active is derived for server-v2.",
            valueName: "instant"))
    var at: [Instant] = []

    @Flag(help: "Print counts per access level, subscription and event, and sums of revenue, before and after.")
    var totals = false

    @Option(
        help: ArgumentHelp("Compare with this upgrade of the data, a file or a folder.", valueName: "path"),
        completion: .file())
    var upgraded: String?

    @Option(
        help: ArgumentHelp(
            "Check this certificate of an upgrade (upgrade --certificate) against its source.",
            discussion:
                "The source is upgraded again with the options that the certificate names, and nothing is written. Every other option but --target and --jobs is the certificate's.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var certificate: String?

    @Option(
        help: ArgumentHelp("With --certificate: also what was written, a file or a folder.", valueName: "path"),
        completion: .file())
    var target: [String] = []

    func validate() throws {
        guard target.isEmpty || certificate != nil else { throw ValidationError("--target belongs to --certificate.") }
        guard certificate == nil || upgraded == nil && !totals && at.isEmpty && input.from == nil else {
            throw ValidationError("--certificate brings its own options; only --target and --jobs go with it.")
        }
        guard upgraded == nil || input.paths.count == 1 else {
            throw ValidationError("--upgraded compares with one PATH.")
        }
        guard upgraded != "-" || input.paths != ["-"] else {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let certificate {
                var check = CertificateCheck(try Certificate(path: certificate))
                try check.run(input.paths, target: target, jobs: input.jobs)
                try Output.print(check.text)
                return check.holds ? .success : .rejects
            }
            let laws = laws
            var verdict = Verdict(
                isUpgraded: upgraded != nil,
                totals: totals ? Totals(instants: laws.instants, maximumDepth: input.maxDepth) : nil)
            let list = try input.list()
            if let upgraded {
                var check = UpgradedCheck(laws, from: input.from, maximumDepth: input.maxDepth, verdict)
                try check.run(list, try InputList([upgraded], format: input.format))
                verdict = check.verdict
            } else {
                try prove(list, laws, &verdict)
            }
            try Output.print(verdict.text)
            return list.status(verdict.holds ? .success : .rejects)
        }
    }

    private func prove(_ list: InputList, _ laws: Laws, _ verdict: inout Verdict) throws(CommandFailure) {
        let workers = (0..<input.threads).map { _ in VerifyWorker(laws, from: input.from, addsUp: totals) }
        var progress = Progress(total: list.size, isShown: true), checked = 0
        for input in list.inputs {
            progress.begin(input.name)
            if let rows = try ExportRows(input) {
                // Each row was taken back, and its meaning compared, before it came here.
                try rows.forEach { (record, result) throws(CommandFailure) in
                    verdict.add(result.map { _ in [] }, record)
                }
                continue
            }
            var lines = 0, records = 0, found = verdict
            try Pipeline(try InputReader(input, maximumDepth: self.input.maxDepth), workers) {
                (block: Block<VerifyWorker.Note>) throws(CommandFailure) in
                if !block.notes.isEmpty { progress.clear() }
                found.addProven(block.records - block.notes.count)
                for note in block.notes {
                    found.add(
                        note.result,
                        Record(
                            bytes: note.record, source: input.name, number: records + note.number,
                            position: note.position.below(lines)))
                }
                lines += block.lines
                records += block.records
                checked += block.records
                progress.advance(block.isDone ? block.count : 0, records: checked)
            }.run()
            verdict = found
        }
        progress.clear()
        for worker in workers { if let totals = worker.totals { verdict.add(totals) } }
    }

    private var laws: Laws {
        var options = input.migration
        if at.count == 1, input.from == .serverV2 || upgraded != nil { options.instant = at[0].timestamp }
        return Laws(options: options, instants: at.isEmpty ? VerifyCommand.instants : at.map(\.microseconds))
    }

    /// Now, and the first of January 2020, 2022 and 2024 (UTC).
    static var instants: [Int64] {
        [System.now]
            + ["2020-01-01T00:00:00Z", "2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z"].compactMap {
                Timestamp($0).microseconds
            }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks on your own data that every record can be restored and that nobody's access changes.",
        discussion: """
            For every record, verify checks that:
              upgrading and then downgrading gives the same bytes
              downgrading and then upgrading gives the same bytes
              upgrading twice gives the same result as upgrading once
              access is the same before and after

            Access is compared now and on the first of January 2020, 2022 and 2024, or at the instants you name with \
            --at.

            With --upgraded, verify compares the old data with an existing upgrade, made by any program, record by \
            record in order. It compares access. For a record with a residue (which contains the \
            original), it checks that the original can be restored. It also finds missing, added and duplicate records. \
            Records in the file of --rejects are counted apart.

            The output has counts, the differences in plain words, and the first record that fails. Nothing is \
            written. The exit status is 65 if anything differs, a record is rejected, a file cannot be read to its end, \
            or nothing was checked.

            server-v2 does not say whether access is active, so verify decides by dates and products at each instant. \
            It has no will-renew or refund flags, so these are not compared. What was converted to server-v2 is \
            compared at the last instant alone, because it is read from now on.

            EXAMPLES:
              adapty-migrate verify dump.ndjson
              adapty-migrate verify old/ --from sdk1-stored --at 2026-01-01 --at 2026-07-01
              adapty-migrate verify dump.ndjson --to server-v2
              adapty-migrate verify old/ --upgraded new/ --totals
              adapty-migrate verify old.ndjson --upgraded new.ndjson --rejects bad.ndjson
            """
    )

    @OptionGroup var input: InputOptions

    @Option(help: .inside) var inside: RecordPointer?

    @Option(
        help: ArgumentHelp(
            "Compare access at this instant (ISO 8601, or a date). May be repeated.",
            discussion: """
                A single --at is also the instant at which is_active of server-v2 is derived, as with upgrade --at.
                """,
            valueName: "instant"))
    var at: [Instant] = []

    @Option(
        help: ArgumentHelp(
            "Check upgrades to this dialect: an id, an Adapty SDK version such as 3.12.0, or current.",
            valueName: "dialect"))
    var to: DialectArgument?

    @Option(
        help: ArgumentHelp(
            "Check upgrades to records that the decoder of this Adapty SDK version accepts.", valueName: "version"))
    var readableBy: ReaderVersion?

    @Flag(help: "Print counts per access level, subscription and event, and sums of revenue, before and after.")
    var totals = false

    @Option(
        help: ArgumentHelp(
            "Compare the data with this existing upgrade of it (a file or a folder).", valueName: "path"),
        completion: .file())
    var upgraded: String?

    @Option(
        help: ArgumentHelp(
            "With --upgraded: the rejects file of that upgrade. Its records are not missing.", valueName: "path"),
        completion: .file())
    var rejects: String?

    @OptionGroup var log: LogOptions

    func validate() throws {
        guard rejects == nil || upgraded != nil else { throw ValidationError("--rejects needs --upgraded.") }
        readableBy?.tell()
        guard readableBy == nil || upgraded == nil else {
            throw ValidationError("--readable-by upgrades the records itself; leave out --upgraded.")
        }
        guard to == nil || upgraded == nil else {
            throw ValidationError("--to names the target; leave out --upgraded.")
        }
        guard readableBy?.isRead(from: to) ?? true else {
            throw ValidationError("--readable-by names another target than --to; leave out one of them.")
        }
        guard upgraded == nil || input.paths.count == 1 else {
            throw ValidationError("--upgraded needs exactly one PATH to compare with.")
        }
        guard upgraded != "-" || input.paths != ["-"] else {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            let laws = laws
            var verdict = Verdict(
                isUpgraded: upgraded != nil, inside: inside.map { InsideCount($0) },
                totals: totals ? Totals(instants: laws.instants, maximumDepth: input.maxDepth) : nil)
            var list = try input.list(), status = ExitStatus.success
            if let upgraded {
                var new = try InputList([upgraded], format: input.format)
                new.warn()
                var check = UpgradedCheck(
                    laws, from: input.from, maximumDepth: input.maxDepth, inside,
                    rejected: try RejectedRecords(rejects), verdict)
                let progress = Progress(total: list.size + new.size, log.format)
                try check.run(&list, &new, progress)
                verdict = check.verdict
                status = new.status(status)
            } else {
                try prove(&list, laws, &verdict)
            }
            try Output.print(verdict.text)
            return verdict.status(verdict.holds ? list.status(status) : .rejects)
        }
    }

    private func prove(_ list: inout InputList, _ laws: Laws, _ verdict: inout Verdict) throws(CommandFailure) {
        let workers = (0..<input.threads).map { _ in VerifyWorker(laws, from: input.from, addsUp: totals) }
        let progress = Progress(total: list.size, log.format)
        try list.process { input throws(CommandFailure) in
            progress.begin(input.name)
            var found = verdict
            // What was read of a file that is cut off counts.
            defer {
                progress.clear()
                verdict = found
            }
            let reader = try InputReader(input, maximumDepth: self.input.maxDepth, inside: inside) {
                header throws(MigrationError) in
                try ExportConversion(header: header, .upgrade, keepsNames: true)
            }
            try Pipeline(reader, workers) { (record, result) throws(CommandFailure) in
                progress.clear()
                found.add(result, record)
            } taker: { (block) throws(CommandFailure) in
                found.addProven(block.records - block.notes.count, areRows: block.export != nil)
                progress.advance(block.isDone ? block.fileBytes : 0, records: block.records)
            }.run()
        }
        for worker in workers {
            if let totals = worker.totals { verdict.add(totals) }
            verdict.add(worker.actions)
        }
    }

    private var laws: Laws {
        var options = input.migration
        options.readableBy = readableBy?.sdk
        if at.count == 1 { options.instant = at[0].timestamp }
        return Laws(
            options: options, instants: at.isEmpty ? VerifyCommand.instants : at.map(\.microseconds), to: to?.named)
    }

    /// Now, and the first of January 2020, 2022 and 2024 (UTC).
    static var instants: [Int64] {
        [System.now]
            + ["2020-01-01T00:00:00Z", "2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z"].compactMap {
                Timestamp($0).microseconds
            }
    }
}

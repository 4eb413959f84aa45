import ArgumentParser

struct UpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Brings records up to the current dialect, or to another one.",
        discussion: """
            Every record in gives one record out or one reject, in order, with its white space. A record that is newer than \
            the target, or already is what it should be, stays as it is. NDJSON is read line by line in constant memory, to \
            which a long line adds some three times its length.

            EXAMPLES:
              adapty-migrate upgrade profile.json --dry-run
              adapty-migrate upgrade profile.json -o current.json
              adapty-migrate upgrade dump.ndjson -o new.ndjson --summary run.json
              adapty-migrate upgrade old/ -o new/ --residue sidecar=residue/
              adapty-migrate upgrade dump.ndjson -o new.ndjson --report report.html \\
                --certificate run.json
              adapty-migrate upgrade new.ndjson.rejects.ndjson -o mended.ndjson
              adapty-migrate upgrade v2.json --at 2024-06-01T00:00:00Z
              psql -Atc 'select payload from events' |
                adapty-migrate upgrade --format ndjson --rejects bad.ndjson > new.ndjson
            """
    )

    @OptionGroup var options: ConversionOptions
    @OptionGroup(title: "Report") var evidence: EvidenceOptions

    func validate() throws {
        guard !options.dryRun || !evidence.isWanted else {
            throw ValidationError("A dry run writes nothing; adapty-migrate report looks at data without writing it.")
        }
        guard !options.inStep || !evidence.isWanted else {
            throw ValidationError(
                "--in-step answers a program, record by record; --report and --certificate tell of files.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            try ConversionRun(options, .upgrade, evidence: evidence.gathering(options)).run()
        }
    }
}

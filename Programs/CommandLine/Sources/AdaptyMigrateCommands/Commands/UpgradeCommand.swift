import ArgumentParser

struct UpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Upgrades records to the current dialect, or to the one you name.",
        discussion: """
            A dialect is one version of the data's shape, such as sdk1-wire. The residue contains the original. \
            By default, each record keeps its residue, so that downgrade can restore the original byte for byte. \
            By default the target is sdk2 for objects and webhook for events.

            Each input record becomes one output record or one reject, in the same order and with the same white \
            space. Records that are newer than the target, or need no change, stay as they are. Memory use does not grow \
            with the file, only with the longest line (about three times its length).

            Ctrl-C ends the run at once, and the shell reports exit status 130. SIGTERM does the same, with 143. \
            Finished output files stay, and an unfinished one is removed. Run the same command again: it converts every \
            input from the beginning, including those that were finished.

            An input that cannot be read to its end, such as a .gz that is cut off, is named on standard error. No file \
            gets anything of it, the others are converted, and the exit status is 65.

            EXAMPLES:
              adapty-migrate upgrade profile.json --dry-run
              adapty-migrate upgrade profile.json -o current.json
              adapty-migrate upgrade dump.ndjson -o new.ndjson --summary run.json
              adapty-migrate upgrade old/ -o new/ --residue beside=residue/
              adapty-migrate upgrade captures/ --in-place=.orig
              adapty-migrate upgrade dump.ndjson -o new.ndjson --report report.html
              adapty-migrate upgrade new.ndjson.rejects.ndjson -o fixed.ndjson
              adapty-migrate upgrade v2.json --at 2024-06-01T00:00:00Z
              psql -Atc 'select payload from events' |
                adapty-migrate upgrade --format ndjson --rejects bad.ndjson > new.ndjson
            """
    )

    @OptionGroup var options: ConversionOptions
    @OptionGroup(title: "Report") var report: ReportOptions

    func validate() throws {
        guard report.path != nil else { return }
        guard !options.dryRun else {
            throw ValidationError("--dry-run writes nothing, so it cannot write a report; use adapty-migrate report.")
        }
        guard !options.inStep else {
            throw ValidationError("--report describes files; it cannot be combined with --in-step.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            try ConversionRun(options, .upgrade, report: report.report(options)).run()
        }
    }
}

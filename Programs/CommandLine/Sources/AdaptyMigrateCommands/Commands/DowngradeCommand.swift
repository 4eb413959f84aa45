import ArgumentParser

struct DowngradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downgrade",
        abstract: "Restores records to the dialect they came from, or converts them to an older one.",
        discussion: """
            A dialect is one version of the data's shape, such as sdk1-wire. The residue of a record contains its \
            original.

            Without --to, a record with a residue is restored to the dialect it came from, byte for byte. Parts that \
            were edited since the upgrade keep the edits. Records without a residue stay as they are. With --to, \
            records without a residue are converted as far as the field mapping allows.

            Ctrl-C ends the run at once, and the shell reports exit status 130. SIGTERM does the same, with 143. \
            Finished output files stay, and an unfinished one is removed. Run the same command again: it converts every \
            input from the beginning, including those that were finished.

            An input that cannot be read to its end, such as a .gz that is cut off, is named on standard error. No file \
            gets anything of it, the others are converted, and the exit status is 65.

            EXAMPLES:
              adapty-migrate downgrade current.json -o profile.json
              adapty-migrate downgrade new/ -o old/ --residue beside=residue/
              adapty-migrate downgrade captures/ --in-place
              adapty-migrate downgrade events.ndjson --to webhook-legacy
              adapty-migrate downgrade profile.json --to sdk1-wire --fill-required
            """
    )

    @OptionGroup var options: ConversionOptions

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            try ConversionRun(options, .downgrade).run()
        }
    }
}

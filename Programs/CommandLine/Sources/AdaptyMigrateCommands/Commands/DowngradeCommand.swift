import ArgumentParser

struct DowngradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "downgrade",
        abstract: "Takes records back to where they came from, or to an older dialect.",
        discussion: """
            Without --to, a record that carries residue is restored to the dialect it came from, byte for byte where nothing was \
            edited (edits win), and every other record stays as it is. With --to, records without residue are converted as far \
            as the table goes.

            EXAMPLES:
              adapty-migrate downgrade current.json -o profile.json
              adapty-migrate downgrade new/ -o old/ --residue sidecar=residue/
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

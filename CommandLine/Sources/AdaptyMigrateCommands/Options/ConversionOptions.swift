import AdaptyMigration
import AdaptyMigrationFiles
import ArgumentParser

/// What `upgrade` and `downgrade` have in common.
struct ConversionOptions: ParsableArguments {
    @OptionGroup(title: "Input") var input: InputOptions

    @Option(name: [.customShort("o"), .customLong("output")],
            help: ArgumentHelp("Where the records go: a file, or a folder when the input is a folder or several inputs; without it, standard output.", valueName: "out"),
            completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("The dialect to write: an id, or current (sdk2 for objects, webhook for events).", valueName: "dialect"))
    var to: DialectArgument?

    @Option(help: ArgumentHelp("What the target cannot hold: kept in the record (embed), beside it (sidecar=PATH), or dropped (discard).",
                               discussion: "A sidecar is NDJSON, one line for each record that has residue. For an output folder it is a folder. downgrade reads it back with the same option.",
                               valueName: "embed|sidecar=path|discard"))
    var residue: ResidueMode = .embed

    @Flag(help: "Reject a record that lacks a field its target requires.")
    var strict = false

    @Flag(help: "Write documented placeholders for required fields that the source does not have.")
    var fillRequired = false

    @Option(help: ArgumentHelp("The instant at which is_active and the like are derived for server-v2 (ISO 8601, e.g. 2024-06-01T00:00:00Z).", valueName: "instant"))
    var at: Instant?

    @Option(help: ArgumentHelp("The file that keeps rejected records (NDJSON); OUT.rejects.ndjson without it. It is written only when there are any.", valueName: "path"),
            completion: .file())
    var rejects: String?

    @Flag(help: "Pass rejected records through unchanged, in their place, as well.")
    var keepRejected = false

    @Option(help: ArgumentHelp("Write what was done as JSON to this file.", valueName: "path"), completion: .file())
    var summary: String?

    @Flag(help: "Take every upgraded record back and compare it with its original before it is written.")
    var prove = false

    @Flag(help: "Write nothing; print for every record what would change and what happened to which field.")
    var dryRun = false

    /// The options of a run that no command line names.
    static func from(_ arguments: [String]) throws(CommandFailure) -> ConversionOptions {
        do {
            return try ConversionOptions.parse(arguments)
        } catch {
            throw .usage(ConversionOptions.message(for: error))
        }
    }

    var migration: MigrationOptions {
        var options = input.migration
        options.strict = strict
        options.fillRequired = fillRequired
        options.instant = at?.microseconds
        options.keepsLedger = dryRun
        return options
    }
}

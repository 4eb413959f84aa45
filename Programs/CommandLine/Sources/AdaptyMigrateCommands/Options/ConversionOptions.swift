import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

/// What `upgrade` and `downgrade` have in common.
struct ConversionOptions: ParsableArguments {
    @OptionGroup(title: "Input") var input: InputOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Where the records go: a file, or a folder when the input is a folder or several inputs; without it, standard output.",
            valueName: "out"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The dialect to write: an id, current (sdk2 for objects, webhook for events), or a version of Adapty's SDK (3.12.0).",
            valueName: "dialect"))
    var to: DialectArgument?

    @Option(
        help: ArgumentHelp(
            "What the target cannot hold: kept in the record (embed), beside it (sidecar=PATH), or dropped (discard).",
            discussion:
                "A sidecar is NDJSON, one line for each record that has residue. For an output folder it is a folder. downgrade reads it back with the same option.",
            valueName: "embed|sidecar=path|discard"))
    var residue: ResidueMode = .embed

    @Flag(help: "Reject a record that lacks a field its target requires.")
    var strict = false

    @Flag(help: "Write documented placeholders for required fields that the source does not have.")
    var fillRequired = false

    @Option(
        help: ArgumentHelp(
            "The instant at which is_active and the like are derived for server-v2 (ISO 8601, e.g. 2024-06-01T00:00:00Z).",
            valueName: "instant"))
    var at: Instant?

    @Option(
        help: ArgumentHelp(
            "The file that keeps rejected records (NDJSON); OUT.rejects.ndjson without it. It is written only when there are any.",
            valueName: "path"),
        completion: .file())
    var rejects: String?

    @Flag(help: "Pass rejected records through unchanged, in their place, as well.")
    var keepRejected = false

    @Option(help: ArgumentHelp("Write what was done as JSON to this file.", valueName: "path"), completion: .file())
    var summary: String?

    @Flag(
        help:
            "Take every upgraded record back and compare it with its original before it is written; --report and --certificate always do."
    )
    var prove = false

    @Flag(
        help: ArgumentHelp(
            "For programs that read along: every record of input gives one of output, in order.",
            discussion:
                "Records end with a zero byte instead of a line feed, in and out, so that they may have line breaks. Where a record was rejected, a single - stands; before it, each reject: !, and the JSON of the rejects file with places that count from the record's start. Answers come some 256 kB of input at a time, and at its end: write and read at once, do not wait for each."
        ))
    var inStep = false

    @Option(
        help: ArgumentHelp(
            "With --in-step: put into the summary what the records say about access and money at this instant, before and after; may be given several times.",
            valueName: "instant"))
    var accessAt: [Instant] = []

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

    func validate() throws {
        guard accessAt.isEmpty || inStep else { throw ValidationError("--access-at needs --in-step.") }
        guard inStep else { return }
        guard input.format == .ndjson else { throw ValidationError("--in-step is for lines: give --format ndjson.") }
        guard !dryRun, !keepRejected, rejects == nil else {
            throw ValidationError(
                "--in-step has the rejects in its output; it goes without --rejects, --keep-rejected and --dry-run.")
        }
        if case .sidecar = residue {
            throw ValidationError("--in-step keeps the residue in the record (--residue embed) or nowhere (discard).")
        }
        guard to != .current else {
            throw ValidationError("--in-step takes a dialect as --to; leave --to current out.")
        }
    }

    var migration: MigrationOptions {
        var options = input.migration
        options.strict = strict
        options.fillRequired = fillRequired
        options.instant = at?.timestamp
        options.keepsLedger = dryRun
        return options
    }
}

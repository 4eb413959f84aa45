@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

/// The options that `upgrade` and `downgrade` share.
struct ConversionOptions: ParsableArguments {
    @OptionGroup(title: "Input") var input: InputOptions

    @Option(help: .inside) var inside: RecordPointer?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            """
            Write the records to this file. Name a folder if the input is a folder or several files. The default is \
            standard output.
            """,
            valueName: "out"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            """
            Replace each input file by what becomes of it. A file gets all of its new content or none of it, and \
            rejected records stay as they are in their place.
            """,
            discussion: """
                --in-place=SUFFIX keeps a copy of each file that changes, beside it and with that ending. If the run is \
                interrupted, run the same command again. downgrade --in-place takes the upgrade back.
                """,
            valueName: "suffix"))
    var inPlace: String?

    /// The value of `--in-place` without a suffix. No suffix has a slash.
    static let withoutSuffix = "/"

    /// The suffix of copies, empty for none; `nil` when files are not replaced.
    var copySuffix: String? { inPlace.map { $0 == ConversionOptions.withoutSuffix ? "" : $0 } }

    @Option(
        help: ArgumentHelp(
            """
            Convert to this dialect: an id, an Adapty SDK version such as 3.12.0, or current (sdk2 for objects, \
            webhook for events).
            """,
            valueName: "dialect"))
    var to: DialectArgument?

    @Option(
        help: ArgumentHelp(
            """
            The residue contains the original. Keep it in the record (embed), keep it in a separate file (beside=PATH), \
            or drop it (discard).
            """,
            discussion: """
                The separate file, the sidecar, is an NDJSON file with one line for each record that has a residue. If \
                the output is a folder, the sidecar is a folder, too. Pass the same option to downgrade to read it back.
                """,
            valueName: "embed|beside=path|discard"))
    var residue: ResidueMode = .embed

    @Flag(help: "Reject records that lack a field required by the target, or have a value that it cannot read.")
    var strict = false

    @Flag(help: "Fill required fields that the source lacks with documented placeholders.")
    var fillRequired = false

    @Flag(
        help: """
            Also take records that are newer than the target out of their envelopes ({"data": …}, {"success": …}). \
            Records that are upgraded always leave theirs.
            """)
    var unwrap = false

    @Option(
        help: ArgumentHelp(
            """
            Upgrade to records that the decoder of this Adapty SDK version accepts, such as 3.12.0.
            """,
            discussion: """
                Missing members that the decoder requires are filled with the values that Adapty's own SDKs use, and \
                values that it cannot read are mended. Each change is in the ledger, and a downgrade takes it back. \
                Records for which no value is safe, as a missing is_active, are rejected. Versions begin at 2.0.
                """,
            valueName: "version"))
    var readableBy: ReaderVersion?

    @Option(
        help: ArgumentHelp(
            "Derive is_active and similar fields of server-v2 at this instant (ISO 8601, e.g. 2024-06-01T00:00:00Z).",
            valueName: "instant"))
    var at: Instant?

    @Option(
        help: ArgumentHelp(
            """
            Write rejected records, if there are any, to this NDJSON file. With -o OUT, the default is \
            OUT.rejects.ndjson.
            """,
            valueName: "path"),
        completion: .file())
    var rejects: String?

    @Flag(help: "Also write rejected records to the output, unchanged and in their place.")
    var keepRejected = false

    @Option(help: ArgumentHelp("Write a JSON summary of the run to this file.", valueName: "path"), completion: .file())
    var summary: String?

    @Flag(
        help: ArgumentHelp(
            "Answer each input record with one output record, in order, for use by another program.",
            discussion: """
                Input and output records end with a zero byte instead of a line feed, so they may contain line breaks. \
                Each reject is written before the answer to its record, as ! and a line of the rejects file. Its \
                positions count from the start of the record. If nothing of a record is left, its answer is a single \
                -. Answers are written after about 256 kB of input, when nothing comes for 200 ms, and at its end. \
                Write and read at the same time, and do not wait for each answer.
                """
        ))
    var inStep = false

    @Option(
        help: ArgumentHelp(
            """
            With --in-step: add totals of access and revenue, before and after, to the summary. Access is counted at \
            this instant. May be repeated.
            """,
            valueName: "instant"))
    var accessAt: [Instant] = []

    @Flag(help: "Write nothing. Print the changes in each record and what happens to each field.")
    var dryRun = false

    @OptionGroup var log: LogOptions

    /// The default options of a run without a command line.
    static func from(_ arguments: [String]) throws(CommandFailure) -> ConversionOptions {
        do {
            return try ConversionOptions.parse(arguments)
        } catch {
            throw .usage(ConversionOptions.message(for: error))
        }
    }

    func validate() throws {
        readableBy?.tell()
        guard readableBy == nil || !fillRequired else {
            throw ValidationError("--readable-by names what is filled; leave out --fill-required.")
        }
        guard readableBy?.isRead(from: to) ?? true else {
            throw ValidationError("--readable-by names another target than --to; leave out one of them.")
        }
        guard to != .named(.sdk3Bridge) || residue != .embed else {
            throw ValidationError(
                "The SDK that reads sdk3-bridge refuses a residue inside: name --residue beside=PATH, or discard.")
        }
        try requireInPlace()
        try requireInside()
        guard accessAt.isEmpty || inStep else { throw ValidationError("--access-at needs --in-step.") }
        guard inStep else { return }
        guard input.format == .ndjson else {
            throw ValidationError("--in-step reads only NDJSON: add --format ndjson.")
        }
        guard !dryRun, !keepRejected, rejects == nil else {
            throw ValidationError(
                "--in-step writes rejects to its output; leave out --rejects, --keep-rejected and --dry-run.")
        }
        if case .beside = residue {
            throw ValidationError("With --in-step, --residue must be embed or discard.")
        }
        guard to != .current else {
            throw ValidationError("With --in-step, --to must name a dialect; for the current one, leave --to out.")
        }
    }

    private func requireInside() throws {
        guard inside != nil else { return }
        guard !inStep else { throw ValidationError("--in-step reads records alone; leave out --inside.") }
        if case .beside = residue {
            throw ValidationError("With --inside, the residue is in the record: --residue must be embed or discard.")
        }
    }

    private func requireInPlace() throws {
        guard let suffix = copySuffix else { return }
        guard !input.paths.isEmpty, !input.paths.contains("-") else {
            throw ValidationError("--in-place needs files or folders, not standard input.")
        }
        guard output == nil, !inStep else {
            throw ValidationError("--in-place writes to the inputs; leave out -o and --in-step.")
        }
        if case .beside = residue {
            throw ValidationError("With --in-place, --residue must be embed or discard.")
        }
        guard residue != .discard || !suffix.isEmpty else {
            throw ValidationError(
                "--residue discard keeps no originals; with --in-place, keep copies of the files: --in-place=.orig.")
        }
        guard !suffix.contains("/"), InputFormat.named("x" + suffix) == nil else {
            throw ValidationError(
                "--in-place=\(suffix) gives copies the names of data; choose another suffix, such as .orig.")
        }
    }

    /// Whether rejected records are written to the output. In place and inside documents they would be lost otherwise.
    var writesRejected: Bool { keepRejected || inPlace != nil || inside != nil }

    var migration: MigrationOptions {
        var options = input.migration
        options.strict = strict
        options.fillRequired = fillRequired
        options.readableBy = readableBy?.sdk
        options.unwraps = unwrap
        options.instant = at?.timestamp
        options.keepsLedger = dryRun
        return options
    }
}

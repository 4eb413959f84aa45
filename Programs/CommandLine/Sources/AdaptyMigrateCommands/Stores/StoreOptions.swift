@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationStores
import ArgumentParser

/// The store and the options of a run.
struct StoreOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            sqlite:FILE?table=T&column=C[&inside=P&key=K&into=C2], \
            postgres://…?table=T&column=C[&inside=P&key=K&into=C2], \
            defaults:FILE.plist?sdk=V or sharedprefs:FILE.xml?sdk=V.
            """,
            valueName: "store"))
    var store: String

    @Option(
        help: ArgumentHelp(
            """
            Treat every document as this dialect (one version of the data's shape, or a version of Adapty's SDK). By \
            default, each document's dialect is detected.
            """, valueName: "dialect"))
    var from: Dialect?

    @Option(help: ArgumentHelp("Upgrade to this dialect.", valueName: "dialect"))
    var to: DialectArgument = .current

    @Option(
        help: ArgumentHelp(
            """
            The residue contains the original. Keep it in each document, too (embed), or only beside the documents, in \
            the journal (beside), which store finish deletes. By default, beside.
            """,
            valueName: "embed|beside"))
    var residue: StoreResidue?

    @Option(
        help: ArgumentHelp(
            "Upgrade to documents that the decoder of this Adapty SDK version accepts, such as 3.12.0.",
            valueName: "version"))
    var readableBy: ReaderVersion?

    @Option(help: ArgumentHelp("Write at most this many rows per transaction.", valueName: "n"))
    var batch = 1000

    @Option(
        help: ArgumentHelp(
            "Compare access at this instant (ISO 8601, or a date). May be repeated.",
            valueName: "instant"))
    var at: [Instant] = []

    @Flag(help: "Print the report as one JSON object.")
    var json = false

    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (1...100_000).contains(batch) else { throw ValidationError("--batch must be between 1 and 100000.") }
        readableBy?.tell()
        guard readableBy?.isRead(from: to == .current ? nil : to) ?? true else {
            throw ValidationError("--readable-by names another target than --to; leave out one of them.")
        }
    }

    /// - Parameters:
    ///   - throttle: the maximum number of rows a second.
    ///   - jobs: the number of converting threads.
    ///   - report: called for every document; `nil` when no report is requested.
    ///   - rejects: the file for documents that a rollback keeps in no row.
    ///   - isForced: whether a rollback restores originals over edits.
    func open(
        throttle: Int? = nil, jobs: Int = 1, report: StoreReport? = nil, rejects: String? = nil, isForced: Bool = false,
        _ progress: RowProgress? = nil
    ) throws(CommandFailure) -> TableRun {
        var options = RunOptions()
        options.from = from
        options.to = to.named
        options.readableBy = readableBy?.sdk
        options.embedsResidue = residuePlace == .embed
        options.batch = batch
        options.throttle = throttle
        options.jobs = jobs
        options.isForced = isForced
        options.rejects = rejects
        if let report { options.onRecord = { report.add($0, source: $1) } }
        options.instants = at.isEmpty ? VerifyCommand.instants : at.map(\.microseconds)
        options.isPaused = { Signals.isInterrupted }
        if let progress {
            options.progress = { progress.show($0, of: $1) }
            options.waits = { progress.wait($0) }
        }
        return try CommandFailure.from { () throws(StoreFailure) in try StoreAddress(store).open(options) }
    }

    /// A row needs no residue, because its key says which original in the journal is its own.
    var residuePlace: StoreResidue { residue ?? .beside }

    /// The file of an app's data, if the store is one.
    func appData() throws(CommandFailure) -> AppDataStore? {
        try CommandFailure.from { () throws(StoreFailure) in try StoreAddress(store).appData() }
    }

    /// Runs on the file of an app's data, if the store is one; `nil` for other stores.
    func runOnAppData(_ body: (AppDataStore) throws(StoreFailure) -> StoredReport) throws(CommandFailure)
        -> StoreAnswer?
    {
        guard let appData = try appData() else { return nil }
        return StoreAnswer(try CommandFailure.from { () throws(StoreFailure) in try body(appData) })
    }

    /// Runs a command and prints its answer.
    func answer(_ body: () throws(CommandFailure) -> StoreAnswer) throws {
        try Guarded.run { () throws(CommandFailure) in
            let answer = try body()
            try answer.print(asJSON: json)
            return answer.status
        }
    }

    /// Runs on the table. An interruption takes effect between two batches.
    func run<Result>(
        throttle: Int? = nil, jobs: Int = 1, report: StoreReport? = nil, rejects: String? = nil, isForced: Bool = false,
        _ body: (TableRun) throws(StoreFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let progress = RowProgress(log.format)
        Signals.willSay("what was committed stays; run the same command again")
        Signals.deferInterrupt()
        let run = try open(
            throttle: throttle, jobs: jobs, report: report, rejects: rejects, isForced: isForced, progress)
        defer { progress.clear() }
        return try CommandFailure.from { () throws(StoreFailure) in
            var schema = try run.journalSchema()
            let result = try body(run)
            if schema == nil { schema = try run.journalSchema() }
            if let schema {
                progress.clear()
                Terminal.note("the journal is in the schema \(schema)")
            }
            return result
        }
    }
}

/// The place of the residue of stored documents.
enum StoreResidue: String, ExpressibleByArgument, CaseIterable {
    /// In each document, as its last member, and in the journal.
    case embed
    /// In the journal alone.
    case beside
}

extension CommandFailure {
    init(_ failure: StoreFailure) {
        let status: ExitStatus =
            switch failure.kind {
            case .usage: .usage
            case .missing: .noInput
            case .unreachable, .locked: .paused
            case .refused: .rejects
            case .failed, .timedOut, .row: .failedIO
            }
        self.init(status, failure.description)
    }

    static func from<Result>(_ body: () throws(StoreFailure) -> Result) throws(CommandFailure) -> Result {
        do throws(StoreFailure) {
            return try body()
        } catch {
            throw CommandFailure(error)
        }
    }
}

import AdaptyMigrationTools
import AdaptyMigrationStores
import ArgumentParser

/// Which store, and how.
struct StoreOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The store: a file or folder, sqlite:FILE?table=T&column=C[&key=K&into=C2], postgres://…?table=T&column=C[&key=K&into=C2], defaults:FILE.plist?sdk=V or sharedprefs:FILE.xml?sdk=V.",
            valueName: "store"))
    var store: String

    @Option(
        help: ArgumentHelp(
            "The dialect of the documents; without it each is recognised by what it holds.", valueName: "dialect"))
    var from: Dialect?

    @Option(help: ArgumentHelp("The dialect to upgrade to.", valueName: "dialect"))
    var to: DialectArgument = .current

    @Option(
        help: ArgumentHelp(
            "Where the residue goes: into each document (embed), or nowhere (journal): then only the journal takes documents back.",
            valueName: "embed|journal"))
    var residue: StoreResidue = .embed

    @Option(help: ArgumentHelp("Rows in one transaction, or records between two looks at the clock.", valueName: "n"))
    var batch = 1000

    @Option(
        help: ArgumentHelp(
            "An instant at which access is compared (ISO 8601, or a date); may be given several times.",
            valueName: "instant"))
    var at: [Instant] = []

    func validate() throws {
        guard (1...100_000).contains(batch) else { throw ValidationError("--batch must be between 1 and 100000.") }
    }

    /// - Parameters:
    ///   - throttle: rows a second at most.
    ///   - jobs: threads that convert.
    ///   - report: told of every record; `nil` where there is to be none.
    ///   - isForced: whether a rollback gives up edits.
    func open(
        throttle: Int? = nil, jobs: Int = 1, report: StoreReport? = nil, isForced: Bool = false,
        _ progress: RowProgress? = nil
    ) throws(CommandFailure) -> any DocumentStore {
        var options = RunOptions()
        options.from = from
        if case .named(let dialect) = to { options.to = dialect }
        options.embedsResidue = residue == .embed
        options.batch = batch
        options.throttle = throttle
        options.jobs = jobs
        options.isForced = isForced
        if let report { options.onRecord = { report.add($0, source: $1, line: $2, column: $3) } }
        options.instants = at.isEmpty ? VerifyCommand.instants : at.map(\.microseconds)
        options.isPaused = { Signals.isInterrupted }
        if let progress, Terminal.isInteractive { options.progress = { progress.show($0, of: $1) } }
        return try CommandFailure.from { () throws(StoreFailure) in try StoreAddress(store).store(options) }
    }

    /// The file of an app's data, where the store is one.
    func appData() throws(CommandFailure) -> AppDataStore? {
        try CommandFailure.from { () throws(StoreFailure) in try StoreAddress(store).appData() }
    }

    /// Runs on the file of an app's data, where the store is one.
    ///
    /// - Returns: whether it was one, and something in it was not converted or not as it should be.
    func runOnAppData(_ body: (AppDataStore) throws(StoreFailure) -> StoredReport) throws(CommandFailure) -> ExitStatus?
    {
        guard let appData = try appData() else { return nil }
        let report = try CommandFailure.from { () throws(StoreFailure) in try body(appData) }
        try Output.print(
            report.items.isEmpty
                ? "nothing of Adapty's SDK is in the file\n"
                : report.description.split(separator: "\n").map { Terminal.printable(String($0)) + "\n" }.joined())
        return report.isClean ? .success : .rejects
    }

    /// Runs on the store; an interruption is answered between two batches.
    func run<Result>(
        throttle: Int? = nil, jobs: Int = 1, report: StoreReport? = nil, isForced: Bool = false,
        _ body: (any DocumentStore) throws(StoreFailure) -> Result
    ) throws(CommandFailure) -> Result {
        let progress = RowProgress()
        Signals.deferInterrupt()
        let run = try open(throttle: throttle, jobs: jobs, report: report, isForced: isForced, progress)
        progress.words = run.words
        defer { progress.clear() }
        return try CommandFailure.from { () throws(StoreFailure) in try body(run) }
    }

    /// Runs on the store, which has to be a table.
    func runOnTable<Result>(throttle: Int? = nil, jobs: Int = 1, _ body: (TableRun) throws(StoreFailure) -> Result)
        throws(CommandFailure) -> Result
    {
        try run(throttle: throttle, jobs: jobs) { run throws(StoreFailure) in try body(try run.asTable()) }
    }
}

/// Where the residue of stored documents goes.
enum StoreResidue: String, ExpressibleByArgument, CaseIterable {
    case embed, journal
}

extension CommandFailure {
    init(_ failure: StoreFailure) {
        let status: ExitStatus =
            switch failure.kind {
            case .usage: .usage
            case .missing: .noInput
            case .refused: .rejects
            case .failed, .row: .failedIO
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

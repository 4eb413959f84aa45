import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Says where a field or an event name came from and what it became; or what happens to every field of a file.",
        discussion: """
            A file that exists is explained record by record: every field, what an upgrade does to it, and why. Anything else is \
            taken as the name of a field in any dialect, or of an event in any spelling.

            EXAMPLES:
              adapty-migrate explain is_one_time
              adapty-migrate explain subscription_cancelled
              adapty-migrate explain profile.json
            """
    )

    @Argument(
        help: ArgumentHelp("A field name, an event name, a file, or - for standard input.", valueName: "name|file"),
        completion: .file())
    var subject: String

    @Option(help: ArgumentHelp("The dialect of the file's records.", valueName: "dialect"))
    var from: Dialect?

    @Option(help: ArgumentHelp("The dialect to explain the way to.", valueName: "dialect"))
    var to: DialectArgument?

    @Option(help: ArgumentHelp("Read the file as json or ndjson, whatever its name.", valueName: "format"))
    var format: InputFormat?

    @Option(help: ArgumentHelp("The deepest nesting to accept.", valueName: "n"))
    var maxDepth = 512

    @Option(
        help: ArgumentHelp(
            "The instant at which is_active and the like are derived for server-v2 (ISO 8601).", valueName: "instant"))
    var at: Instant?

    func validate() throws {
        guard (1...100_000).contains(maxDepth) else {
            throw ValidationError("--max-depth must be between 1 and 100000.")
        }
    }

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            guard subject == "-" || FileStatus.of(subject) != nil else { return try explainName() }
            return try explainFile()
        }
    }

    private func explainName() throws(CommandFailure) -> ExitStatus {
        guard let text = Explanation.of(subject) else {
            let nearest = Explanation.nearest(to: subject).map { "did you mean \($0)?" } ?? "names are matched exactly"
            throw .usage("\(subject) is no file, no field of any dialect and no event name; \(nearest)")
        }
        try Output.print(text + "\n")
        return .success
    }

    private func explainFile() throws(CommandFailure) -> ExitStatus {
        var options = MigrationOptions()
        options.maximumDepth = maxDepth
        options.instant = at?.timestamp
        options.keepsLedger = true
        let migrator = Migrator(options), output = Output(), from = from
        let target: Dialect? = if case .named(let dialect)? = to { dialect } else { nil }
        var status = ExitStatus.success, isFirst = true
        let survey = Survey(jobs: 1, maximumDepth: maxDepth) { (record: [UInt8]) throws(MigrationError) in
            try migrator.upgrade(record, from: from, to: target)
        }
        let list = try InputList([subject], format: format)
        list.warn()
        try survey.run(list.inputs) { (record, found) throws(CommandFailure) in
            switch found {
            case .success(let migration):
                let head = Terminal.printable(
                    "\(record.label)  \(migration.kind.rawValue)  \(migration.source.rawValue) → \(migration.target.rawValue)"
                )
                let entries = LedgerTable.lines(migration.ledger.entries)
                let lines =
                    (isFirst ? [] : [""]) + [head]
                    + (entries.isEmpty ? ["  nothing to do: the record is what it should be"] : entries)
                isFirst = false
                try output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
            case .failure(let error):
                Complaint.tell(error, record.source, record.position, in: record.bytes)
                status = .rejects
            }
        }
        try output.commit()
        return list.status(status)
    }
}

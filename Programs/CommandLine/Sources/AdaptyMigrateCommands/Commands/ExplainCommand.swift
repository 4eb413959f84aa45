@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
import ArgumentParser

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract:
            "Looks up a field or event name in every dialect, or shows what an upgrade does to each field of a file.",
        discussion: """
            A dialect is one version of the data's shape, such as sdk1-wire. If the argument is an existing file, the \
            output shows, for each field of each record, what an upgrade does to it and why. Any other argument is \
            looked up as a field name of any dialect, or as an event name in any spelling.

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

    @Option(
        help: ArgumentHelp(
            "Treat the file's records as this dialect. By default, it is detected.", valueName: "dialect"))
    var from: Dialect?

    @Option(
        help: ArgumentHelp(
            "Explain the upgrade to this dialect. The default is the current one.", valueName: "dialect"))
    var to: DialectArgument?

    @Option(help: .inside) var inside: RecordPointer?

    @Option(help: ArgumentHelp("Read the file as json or ndjson, whatever its name.", valueName: "format"))
    var format: InputFormat?

    @Option(help: ArgumentHelp("Reject records that are nested deeper than this.", valueName: "n"))
    var maxDepth = 512

    @Option(
        help: ArgumentHelp(
            "Derive is_active and similar fields of server-v2 at this instant (ISO 8601).", valueName: "instant"))
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
            throw .usage("\(subject) is not a file, a field of any dialect or an event name; \(nearest)")
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
        let target = to?.named
        var status = ExitStatus.success, count = inside.map { InsideCount($0) }, records = 0
        let scan = Scan(jobs: 1, maximumDepth: maxDepth, inside: inside) { (record, _) throws(MigrationError) in
            try migrator.upgrade(record, from: from, to: target)
        }
        var list = try InputList([subject], format: format)
        list.warn()
        try scan.run(&list) { (record, found) throws(CommandFailure) in
            switch found {
            case .success(let migration):
                let head = Terminal.printable("\(record.label)  \(migration.way)")
                let entries = LedgerTable.lines(migration.ledger.entries)
                let lines =
                    (records == 0 ? [] : [""]) + [head]
                    + (entries.isEmpty ? ["  nothing to do: the record already has the target form"] : entries)
                records += 1
                try output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
            case .failure(let error) where count?.leaves(error, at: record.position) == true: break
            case .failure(let error):
                records += 1
                Diagnostic.tell(error, record.source, record.position, in: record.bytes)
                status = .rejects
            }
        }
        try output.commit()
        return count?.status(list.status(status), found: records) ?? list.status(status)
    }
}

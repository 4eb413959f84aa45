@_spi(Tools) import AdaptyMigrationTools

/// The settings of a run. Continuing with other rules or on other data would mix two upgrades.
struct RunBinding: Equatable {
    /// The mapping table, the residue's version and the event names, as one digest.
    let rules: String
    /// The table, the column, the key and their types.
    let source: String
    /// The options that change the written documents.
    let options: String

    init(_ table: DocumentTable, _ options: RunOptions) {
        rules = MigrationTables.rulesHash
        let key = table.key.columns.map { $0.quoted + " " + $0.type }.joined(separator: ", ")
        source = [table.address.quoted, table.column, table.type, key].joined(separator: " ")
        self.options =
            "from=\(options.from?.rawValue ?? "any") to=\(options.to?.rawValue ?? "current") residue=\(options.embedsResidue ? "embed" : "beside")"
            + (options.readableBy.map { " readable-by=\($0)" } ?? "")
            + (options.inside.map { " inside=\($0)" } ?? "")
    }

    /// The same with a column for new programs beside the old one.
    func expanded(into column: String) -> RunBinding {
        RunBinding(rules: rules, source: source + RunBinding.into + SQLDialect.quoted(column), options: options)
    }

    private static let into = " into "

    /// Whether a source names a column for new programs.
    static func hasTwoColumns(_ source: String) -> Bool {
        source.replacing(/"[^"]*"/, with: "").hasSuffix(into)
    }

    /// The dialect that was named later for what new programs insert; `nil` for none.
    var insertedAs: Dialect? {
        options.split(separator: " ").first { $0.hasPrefix(RunBinding.inserted) }.flatMap {
            Dialect(rawValue: String($0.dropFirst(RunBinding.inserted.count)))
        }
    }

    private static let inserted = "inserted-as="

    /// Whether the run was begun with a dialect for every document.
    var hasFrom: Bool { !options.hasPrefix("from=any ") }

    /// The same with such a dialect, or without one.
    func inserting(as dialect: Dialect?) -> RunBinding {
        let others = options.split(separator: " ").filter { !$0.hasPrefix(RunBinding.inserted) }.joined(separator: " ")
        return RunBinding(
            rules: rules, source: source,
            options: others + (dialect.map { " " + RunBinding.inserted + $0.rawValue } ?? ""))
    }

    init(rules: String, source: String, options: String) {
        self.rules = rules
        self.source = source
        self.options = options
    }

    /// Whether only the rules differ.
    func differsInRules(from other: RunBinding) -> Bool {
        rules != other.rules && source == other.source && options == other.options
    }

    /// The reason why a run with these settings cannot continue with the new ones; `nil` when it can.
    func refusal(_ now: RunBinding) -> StoreFailure? {
        func refused(_ what: String, _ remedy: String = "") -> StoreFailure {
            StoreFailure(
                .refused, "the run here was started with \(what)",
                remedy: remedy + "continue it with the same settings, or roll it back first (store rollback)")
        }
        if rules != now.rules {
            return refused(
                "other rules: \(rules), now \(now.rules) (adapty-migrate --version prints them)",
                "apply adopts a complete run where both rules give the same result; otherwise ")
        }
        if source != now.source { return refused("a different source: \(source), now \(now.source)") }
        if options != now.options { return refused("other options: \(options), now \(now.options)") }
        return nil
    }
}

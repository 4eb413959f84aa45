import AdaptyMigrationTools

/// What a run is bound to: going on under other rules, or on other data, would mix two upgrades.
struct RunBinding: Equatable {
    /// The mapping table, the residue's version and the event names, as one digest.
    let rules: String
    /// Table, column, key and their types; or the file or folder.
    let source: String
    /// What changes the documents that are written.
    let options: String

    init(_ table: DocumentTable, _ options: RunOptions) {
        self.init(
            source: [table.address.quoted, table.column, table.type, table.key, table.keyType].joined(separator: " "),
            options)
    }

    init(source: String, _ options: RunOptions) {
        rules = MigrationTables.rulesHash
        self.source = source
        self.options =
            "from=\(options.from?.rawValue ?? "any") to=\(options.to?.rawValue ?? "current") residue=\(options.embedsResidue ? "embed" : "journal")"
    }

    /// The same with a column for new programs beside the old one.
    func expanded(into column: String) -> RunBinding {
        RunBinding(rules: rules, source: source + " into " + SQLDialect.quoted(column), options: options)
    }

    init(rules: String, source: String, options: String) {
        self.rules = rules
        self.source = source
        self.options = options
    }

    /// Whether nothing but the rules is another.
    func differsInRules(from other: RunBinding) -> Bool {
        rules != other.rules && source == other.source && options == other.options
    }

    /// Why a run that is bound so cannot go on under this binding; `nil` when it can.
    func refusal(_ now: RunBinding) -> StoreFailure? {
        func refused(_ what: String, _ remedy: String = "") -> StoreFailure {
            StoreFailure(
                .refused, "a run here was begun with \(what)",
                remedy: remedy + "finish it as it was begun, or roll it back first (store rollback)")
        }
        if rules != now.rules {
            return refused(
                "other rules (another version of adapty-migrate)",
                "apply takes a complete one over where both rules give the same; otherwise ")
        }
        if source != now.source { return refused("another source: \(source), now \(now.source)") }
        if options != now.options { return refused("other options: \(options), now \(now.options)") }
        return nil
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// What else in a database depends on the documents of a column: it acts when they are written, or knows names in them.
struct TableDependents {
    /// A part of the schema with its text.
    private struct Part {
        let kind: String
        let name: String
        let text: String

        /// The words of a text.
        static func words(_ text: some StringProtocol) -> [String] {
            text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.lowercased() }
        }

        /// Whether it is a trigger for updates of a column.
        func fires(for column: String) -> Bool {
            let events = Part.words(text).prefix { $0 != "on" }
            return kind == "trigger" && events.contains("update") && (!events.contains("of") || events.contains(column))
        }

        /// Whether it is an index with the column, or with a condition on it.
        func isComputed(from column: String) -> Bool {
            kind == "index" && Part.words(text.drop { $0 != "(" }).contains(column)
        }

        /// Former event names in the text, with the present ones.
        var formerNames: [String] {
            let words = Set(Part.words(text))
            return EventAlias.all.filter { words.contains($0.old) }.map { "\($0.old) (now \($0.current))" }
        }
    }

    private let parts: [Part]
    private let table: DocumentTable
    private let column: String

    init(_ table: DocumentTable) throws(StoreFailure) {
        self.table = table
        column = table.address.column.lowercased()
        let all = try TableDependents.rows(table).map {
            Part(kind: $0[0].text ?? "", name: $0[1].text ?? "", text: $0[2].text ?? "")
        }.filter { !$0.name.contains("adapty_migration_") }
        parts = table.connection.dialect == .sqlite ? TableDependents.readers(all, table.address.table) : all
    }

    /// Without the views that read other tables. SQLite knows only their texts.
    private static func readers(_ parts: [Part], _ table: String) -> [Part] {
        let views = parts.filter { $0.kind == "view" }
        var names: Set = [table.lowercased()], count = 0
        while names.count > count {
            count = names.count
            names.formUnion(views.filter { !names.isDisjoint(with: Part.words($0.text)) }.map { $0.name.lowercased() })
        }
        return parts.filter { $0.kind != "view" || names.contains($0.name.lowercased()) }
    }

    /// The triggers and indexes of the table, the views that read it, and the functions of its schema and of the search
    /// path.
    private static func rows(_ table: DocumentTable) throws(StoreFailure) -> [[SQLValue]] {
        switch table.connection.dialect {
        case .sqlite:
            try table.connection.rows(
                """
                SELECT type, name, sql FROM sqlite_master WHERE type = 'view' OR sql IS NOT NULL
                AND type IN ('trigger', 'index') AND tbl_name = ?1 COLLATE NOCASE ORDER BY 1, 2
                """, .text(table.address.table))
        case .postgres:
            try table.connection.rows(
                """
                WITH RECURSIVE readers AS (SELECT to_regclass(?1)::oid AS oid UNION SELECT r.ev_class FROM readers
                JOIN pg_depend d ON d.refobjid = readers.oid AND d.classid = 'pg_rewrite'::regclass
                JOIN pg_rewrite r ON r.oid = d.objid), near AS (SELECT n.oid FROM pg_namespace n JOIN pg_class c ON c.oid = to_regclass(?1)
                WHERE n.oid = c.relnamespace OR n.nspname = ANY (current_schemas(false)))
                SELECT 'trigger'::text, tgname::text, pg_get_triggerdef(oid) FROM pg_trigger
                WHERE tgrelid = to_regclass(?1) AND NOT tgisinternal AND tgenabled IN ('O', 'A')
                UNION ALL SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
                WHERE indrelid = to_regclass(?1)
                UNION ALL SELECT 'view', oid::regclass::text, pg_get_viewdef(oid) FROM pg_class
                WHERE relkind IN ('v', 'm') AND oid IN (SELECT oid FROM readers)
                UNION ALL SELECT 'function', oid::regprocedure::text, prosrc FROM pg_proc
                WHERE pronamespace IN (SELECT oid FROM near) ORDER BY 1, 2
                """, .text(table.address.quoted))
        }
    }

    /// What to know before the documents are written.
    ///
    /// - Parameter hasEvents: whether names of events change in them.
    func warnings(hasEvents: Bool) -> [String] {
        parts.filter { $0.fires(for: column) }.map { "the trigger \($0.name) fires for each row that is written" }
            + parts.filter { $0.isComputed(from: column) }.map {
                "the index \($0.name) is computed from the documents, and changes with them"
            }
            + (hasEvents ? parts.filter { !$0.formerNames.isEmpty } : []).map {
                "the \($0.kind) \($0.name) has former names of events: \($0.formerNames.joined(separator: ", "))"
            }
    }

    /// What hangs on the column when it is to be dropped.
    struct OnColumn {
        /// Keep it from being dropped.
        var obstacles: [String] = []
        /// Go with it.
        var companions: [String] = []

        /// What to know long before.
        var warnings: [String] {
            obstacles.map { "the \($0) keeps the column from being dropped by --mode contract" }
                + companions.map { "the \($0) goes with the column in --mode contract" }
        }
    }

    /// SQLite drops no column that anything uses.
    func onColumn() throws(StoreFailure) -> OnColumn {
        switch table.connection.dialect {
        case .sqlite:
            let users = parts.filter { Part.words($0.text).contains(column) }
            return OnColumn(obstacles: users.map { "\($0.kind) \($0.name)" } + (try TableDependents.declared(table)))
        case .postgres:
            let rows = try table.connection.rows(
                """
                SELECT DISTINCT d.deptype = 'n', CASE WHEN r.oid IS NULL THEN pg_describe_object(d.classid, d.objid, d.objsubid)
                ELSE pg_describe_object('pg_class'::regclass, r.ev_class, 0) END FROM pg_depend d
                JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
                LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
                LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid AND f.adnum = d.refobjsubid
                WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = to_regclass(?1) AND a.attname = ?2 AND f.oid IS NULL
                ORDER BY 2
                """, .text(table.address.quoted), .text(table.address.column))
            return rows.reduce(into: OnColumn()) { found, row in
                let name = row[1].text ?? ""
                if row[0].text == "t" { found.obstacles.append(name) } else { found.companions.append(name) }
            }
        }
    }

    /// The limits and generated columns in the definition of a table of SQLite that name the column: those that are not
    /// its own go before the comma that begins the next part.
    private static func declared(_ table: DocumentTable) throws(StoreFailure) -> [String] {
        let sql =
            try table.connection.rows(
                "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE",
                .text(table.address.table)
            ).first?[0].text ?? ""
        let words = Part.words(sql), name = table.address.column.lowercased()
        let isLimited = words.contains("check") || words.contains("generated") || words.contains("unique")
        return isLimited && words.count { $0 == name } > 1 ? ["limit or generated column of the table"] : []
    }
}

extension RowKey {
    /// Finds the key of a table: the named columns, the primary key, or the number of the row in SQLite.
    init(_ connection: any SQLConnection, _ address: TableAddress, _ columns: [TableColumn]) throws(StoreFailure) {
        let primary = columns.filter(\.isPrimary).sorted { $0.primaryPlace < $1.primaryPlace }
        var chosen = primary
        if !address.key.isEmpty {
            chosen = []
            for name in address.key { chosen.append(try DocumentTable.find(name, columns, address)) }
        } else if primary.isEmpty {
            guard connection.dialect == .sqlite, let row = RowKey.rowID(beside: columns.map(\.name)) else {
                throw StoreFailure(
                    .usage, "the table \(address.table) has no primary key",
                    remedy: "name unique columns with key=…")
            }
            chosen = [TableColumn(name: row, type: "integer", cast: "", primaryPlace: 1, isRequired: true)]
        }
        self.init(chosen, connection.dialect)
        // A primary key is unique. Only in SQLite it may be null, unless it is one integer.
        let isPrimary = primary.isEmpty && address.key.isEmpty || Set(chosen.map(\.name)) == Set(primary.map(\.name))
        let isInherited = try hasHeirs(connection, address)
        if !isPrimary || isInherited { try requireConstraint(connection, address, isInherited) }
        if !isPrimary || isInherited || connection.dialect == .sqlite && chosen.map(\.type) != ["integer"] {
            try requireUnique(connection, address)
        }
    }

    /// A SQLite name for the row number that no column uses.
    private static func rowID(beside names: [String]) -> String? {
        let taken = Set(names.map { $0.lowercased() })
        return ["rowid", "_rowid_", "oid"].first { !taken.contains($0) }
    }

    /// Whether the rows of other tables are read with those of this one, without its constraints.
    private func hasHeirs(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) -> Bool {
        guard connection.dialect == .postgres else { return false }
        return try !connection.rows(
            "SELECT 1 FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhparent WHERE c.oid = to_regclass(?1) AND c.relkind = 'r' LIMIT 1",
            .text(address.quoted)
        ).isEmpty
    }

    /// Programs may add rows during a run, so a key that happens to be unique now is not enough.
    private func requireConstraint(_ connection: any SQLConnection, _ address: TableAddress, _ isInherited: Bool)
        throws(StoreFailure)
    {
        if address.isUniqueAssumed { return }
        if isInherited {
            throw StoreFailure(
                .refused,
                "nothing keeps the key \(names) unique in \(address.table) and the tables that inherit from it",
                remedy: "name each table by itself, or add &unique=assumed if programs never repeat a key")
        }
        guard try hasIndex(connection, address, isUnique: true) else {
            throw StoreFailure(
                .refused, "no unique constraint or index keeps the key \(names) unique",
                remedy: "name other columns (key=a,b), or add &unique=assumed if programs never repeat a key")
        }
    }

    /// Whether an index finds rows by their key.
    ///
    /// - Parameter isUnique: whether it must be unique, with no other columns.
    func hasIndex(_ connection: any SQLConnection, _ address: TableAddress, isUnique: Bool) throws(StoreFailure) -> Bool
    {
        let places = columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
        let statement =
            switch connection.dialect {
            case .sqlite:
                """
                SELECT 1 FROM pragma_index_list(?1) l WHERE NOT l.partial \(isUnique ? "AND l.\"unique\"" : "")
                AND NOT EXISTS (SELECT 1 FROM pragma_index_info(l.name) i
                WHERE (i.name IS NULL OR i.name NOT IN (\(places))) \(isUnique ? "" : "AND i.seqno = 0"))
                """
            case .postgres:
                """
                SELECT 1 FROM pg_index x WHERE x.indrelid = to_regclass(?1) AND x.indisvalid AND x.indpred IS NULL
                \(isUnique ? "AND x.indisunique" : "") AND NOT EXISTS (SELECT 1
                FROM unnest(x.indkey::int2[]) WITH ORDINALITY p(number, place)
                LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = p.number
                WHERE p.place <= \(isUnique ? "x.indnkeyatts" : "1") AND (a.attname IS NULL OR a.attname NOT IN (\(places))))
                """
            }
        let table: SQLValue = .text(connection.dialect == .sqlite ? address.table : address.quoted)
        return try !connection.run(statement, [table] + columns.map { .text($0.name) }).rows.isEmpty
    }

    /// Rows are found by their key, so it must be unique now, too.
    private func requireUnique(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) {
        let isNull = columns.map { "\($0.quoted) IS NULL" }.joined(separator: " OR ")
        let twice = try connection.rows(
            "SELECT \(list) FROM \(address.quoted) GROUP BY \(list) HAVING count(*) > 1 OR \(isNull) LIMIT 1")
        guard twice.isEmpty else {
            throw StoreFailure(
                .refused, "the key \(names) is not unique, or it is null in some row",
                remedy: "name unique columns with key=…")
        }
        guard connection.dialect == .sqlite, columns.count > 1 else { return }
        let isOdd = columns.map { "typeof(\($0.quoted)) NOT IN ('integer', 'text')" }.joined(separator: " OR ")
        guard try connection.rows("SELECT 1 FROM \(address.quoted) WHERE \(isOdd) LIMIT 1").isEmpty else {
            throw StoreFailure(
                .refused, "the key \(names) has values that are neither integers nor texts",
                remedy: "name one unique column with key=…")
        }
    }
}

/// A column of a table, as the database describes it.
struct TableColumn {
    let name: String
    /// The declared type in lower case; in SQLite it may be anything.
    let type: String
    /// The type without its modifiers, or the base type of a domain; empty in SQLite.
    let cast: String
    /// The place in the primary key, from 1; 0 for other columns.
    let primaryPlace: Int
    let isRequired: Bool

    var isPrimary: Bool { primaryPlace > 0 }
    var quoted: String { SQLDialect.quoted(name) }

    static func all(_ connection: any SQLConnection, _ address: TableAddress) throws(StoreFailure) -> [TableColumn] {
        let rows =
            switch connection.dialect {
            case .sqlite:
                try connection.rows(
                    "SELECT name, lower(type), pk, \"notnull\", '' FROM pragma_table_info(?1)", .text(address.table))
            case .postgres:
                try connection.rows(
                    """
                    SELECT a.attname, format_type(a.atttypid, a.atttypmod),
                    coalesce((SELECT p.place FROM unnest(i.indkey::int2[]) WITH ORDINALITY p(number, place)
                     WHERE p.number = a.attnum AND p.place <= i.indnkeyatts), 0), a.attnotnull::int,
                    (WITH RECURSIVE base(type, below) AS (SELECT oid, typbasetype FROM pg_type WHERE oid = a.atttypid
                     UNION ALL SELECT t.oid, t.typbasetype FROM pg_type t JOIN base ON t.oid = base.below)
                     SELECT quote_ident(n.nspname) || '.' || quote_ident(t.typname) FROM base JOIN pg_type t ON t.oid = base.type
                     JOIN pg_namespace n ON n.oid = t.typnamespace WHERE base.below = 0) FROM pg_attribute a
                    LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
                    WHERE a.attrelid = to_regclass(?1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
                    """, .text(address.quoted))
            }
        return rows.map {
            TableColumn(
                name: $0[0].text ?? "", type: $0[1].text ?? "", cast: $0[4].text ?? "",
                primaryPlace: Int($0[2].integer ?? 0), isRequired: $0[3].integer ?? 0 > 0)
        }
    }
}

import AdaptyMigrationCore

/// Everything that decides which bytes a conversion gives, as text. Prose is not in it, so a corrected typo does not
/// change it.
enum Rules {
    /// Raise it when a conversion changes that is neither a row, a name nor the codec of one value.
    static let revision = 1

    static var text: String {
        (["residue \(Residue.version)", "revision \(revision)"] + Table.all.flatMap(lines) + aliases + values)
            .joined(separator: "\n")
    }

    // MARK: Rows

    private static func lines(_ table: Table) -> [String] {
        ["table \(table.id.rawValue) \(table.identity ?? "-")"] + table.rows.map(line)
    }

    static func line(_ row: Row) -> String {
        let names = Column.allCases.flatMap { column in
            row.names[column].map { "\(column.id) \($0.text) \($0.use.rawValue)" }
        }
        return "row \(row.id) \(row.codec.id) \(row.required.rawValue) " + names.joined(separator: ", ")
    }

    private static var aliases: [String] {
        EventName.aliases.sorted { $0.key < $1.key }.map { "alias \($0.key) \($0.value)" }
            + EventAlias.all.map { "pair \($0.old) \($0.current)" }
    }

    // MARK: Values

    /// The codecs of one value, with values of every form that they read.
    private static let codecs: [Codec] = [
        .text, .number, .integer, .flag, .timestamp, .attributes, .eligibility, .periodUnit, .paymentMode, .eventName,
        .sandbox,
    ]
    private static let samples = [
        "true", "false", "0", "1", "2", "3", "4", "5", "-1", "0.5", "1e3", "648073710.0009999", "[]", "{}", "[1]",
        #""""#, #""x""#, #""2022-09-30T15:14:32.000000+0000""#, #""2022-09-30T15:14:32+0000""#,
        #""2022-09-30 15:14:32.5Z""#, #""2022-09-30T15:14:32.1234567+05:30""#, #""2022-02-30T00:00:00.000Z""#,
        #""Sandbox""#, #""Production""#, #""eligible""#, #""ineligible""#, #""unknown""#, #""not_applicable""#,
        #""day""#, #""D""#, #""week""#, #""month""#, #""Y""#, #""pay_as_you_go""#, #""payUpFront""#, #""FreeTrial""#,
        #""subscription_cancelled""#, #""subscription_expired""#, #""AUTO_RENEW_OFF""#,
    ]

    /// What each codec makes of the samples on the way to every column and back.
    private static var values: [String] {
        let indexes = samples.compactMap { try? JSONScanner.index(Array($0.utf8)) }
        return codecs.map { codec in
            let results = Column.allCases.flatMap { column in
                let hub = column.dialect.hub.column
                return indexes.flatMap { index in
                    [(column, hub), (hub, column)].map { from, to in
                        word(index.withTape { codec.recode($0, 0, from: from, to: to) })
                    }
                }
            }
            return "codec \(codec.id) " + results.joined(separator: " ")
        }
    }

    private static func word(_ recoded: Recoded) -> String {
        switch recoded {
        case .same: "="
        case .unreadable: "?"
        case .recoded(let bytes): String(decoding: bytes, as: UTF8.self)
        case .repaired(let bytes): "!" + String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension Codec {
    /// Its name in the rules. Its description is prose.
    fileprivate var id: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .integer: "integer"
        case .flag: "flag"
        case .timestamp: "timestamp"
        case .any: "any"
        case .object(let names): "object \(names)"
        case .attributes: "attributes"
        case .eligibility: "eligibility"
        case .periodUnit: "period-unit"
        case .paymentMode: "payment-mode"
        case .eventName: "event-name"
        case .sandbox: "sandbox"
        case .record(let table): "record \(table.rawValue)"
        case .entries(let table, let collection): "entries \(table.rawValue) \(collection)"
        case .custom(let composite): "custom \(composite.rawValue)"
        }
    }
}

extension MigrationTables {
    /// A hash of the rules (SHA-256, 64 hexadecimal digits): rows, names, codecs, event names and the version of the
    /// residue. Programs with different hashes may produce different bytes for the same record.
    public static let rulesHash = SHA256Hash.hex(Array(Rules.text.utf8))
}

@testable import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationTools

/// What the records are made of, for a fuzzer that would not guess it.
enum Words {
    /// In libFuzzer's form: one quoted text a line.
    static var dictionary: String {
        all.map { "\"\(escaped("\"\($0)\""))\"\n" }.joined() + tokens.map { "\"\(escaped($0))\"\n" }.joined()
    }

    /// Every name of every table and every event's, sorted.
    private static var all: [String] {
        let names = TableID.allCases.flatMap { Table[$0].rows }.flatMap { row in
            Column.allCases.flatMap { row.names[$0].flatMap(\.path) }
        }
        let events = EventName.vocabulary.map(\.name) + EventAlias.all.map(\.old)
        return Set(names + events + Dialect.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue) + others).sorted()
    }

    /// The members of envelopes and residues.
    private static let others = [
        Residue.memberName, "data", "attributes", "v", "from", "to", "kind", "at", "sdk", "fill", "hash", "original",
    ]

    private static let tokens = [
        "\":{\"", "\":[{\"", "},\"", "}}", "]}", "null", "true", "false", "\\u00e9", "\\ud83d\\ude00",
        "\"2022-09-30T15:14:32.000000+0000\"", "648073710.0009999", "1e400",
        "{\"v\":1,\"from\":\"sdk1-wire\",",
    ]

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined()
    }
}

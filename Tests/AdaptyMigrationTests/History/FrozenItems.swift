@_spi(Tools) @testable import AdaptyMigrationTools
import Foundation

@testable import AdaptyMigrationCore

/// Everything that users rely on once it is released, and its digest: fixtures by their bytes, rows by what decides
/// bytes (their sentences may be reworded), event names by their successor and meaning.
enum FrozenItems {
    static func all() throws -> [String: String] {
        try fixtures().merging(rows(Table.all)) { first, _ in first }.merging(events()) { first, _ in first }
    }

    static func fixtures() throws -> [String: String] {
        var items: [String: String] = [:]
        for (folder, tree) in [("LegacyFixtures", FixtureTree.legacy), ("CurrentFixtures", .current)] {
            for path in tree.paths {
                items["fixture \(folder)/\(path).json"] = SHA256Hash.hex(try tree.read(path) ?? [])
            }
        }
        return items
    }

    static func rows(_ tables: [Table]) -> [String: String] {
        var items: [String: String] = [:]
        for table in tables {
            for row in table.rows { items["row \(table.id).\(row.id)"] = digest(text(row)) }
        }
        return items
    }

    static func events() -> [String: String] {
        var items: [String: String] = [:]
        for alias in EventAlias.all { items["alias \(alias.old)"] = digest("\(alias.current) \(alias.isStated)") }
        for entry in EventName.vocabulary { items["event \(entry.name)"] = digest("\(entry.meaning)") }
        return items
    }

    private static func digest(_ text: String) -> String { SHA256Hash.hex(Array(text.utf8)) }

    private static func text(_ row: Row) -> String {
        let names = Column.allCases.map { column in
            "\(column.id): " + row.names[column].map { "\($0.text) \($0.use)" }.joined(separator: ", ")
                + (row.isRequired(in: column) ? " required" : "")
        }
        return codecName(row.codec) + "\n" + names.joined(separator: "\n")
    }

    /// A codec's description is for readers, and not each codec's own.
    static func codecName(_ codec: Codec) -> String {
        switch codec {
        case .sandbox: "sandbox"
        case .record(let table): "record \(table)"
        case .entries(let table, let collection): "entries \(table) \(collection)"
        default: codec.description
        }
    }
}

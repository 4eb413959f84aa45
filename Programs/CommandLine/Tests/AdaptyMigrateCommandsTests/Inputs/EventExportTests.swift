@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrateCommands

/// Exports of events, row by row (RFC 4180).
@Suite("Exports")
struct EventExportTests {
    @Test(
        "rows are cut into fields, and their values read",
        arguments: [
            ("1,a,", ["1", "a", ""]), ("", [""]), ("\"a,b\",\"c\"\"d\"", ["a,b", "c\"d"]),
            ("\"line\r\nbreak\",x", ["line\r\nbreak", "x"]), ("5\" screen,y", ["5\" screen", "y"]),
            ("\"\",\"\"\"\"", ["", "\""]), (",,", ["", "", ""]),
        ])
    func fields(text: String, values: [String]) throws {
        let row = try #require(CSVRow(Array(text.utf8)))
        #expect(row.fields.indices.map(row.value) == values && row.bytes == Array(text.utf8))
    }

    @Test("a quote that is not closed makes no row", arguments: ["\"", "a,\"b", "\"a\"\"", "\"a\nb"])
    func openQuote(text: String) { #expect(CSVRow(Array(text.utf8)) == nil) }

    @Test(
        "every spelling of every name, quoted or not, at every place: current, and back byte for byte",
        arguments: EventAlias.all, [true, false])
    func everyAlias(alias: EventAlias, quoted: Bool) throws {
        for name in [alias.old, alias.old.uppercased(), alias.current.uppercased()] {
            for place in 0..<3 {
                func row(_ name: String, _ residue: String?) -> [UInt8] {
                    var fields = ["a b", "\"x, \"\"y\"\"\""]
                    fields.insert(quoted ? "\"\(name)\"" : name, at: place)
                    return Array((fields + (residue.map { [$0] } ?? [])).joined(separator: ",").utf8)
                }
                let header = (0..<3).map { $0 == place ? "event_type" : "c\($0)" }.joined(separator: ",")
                let export = try EventExport(header: Array(header.utf8)),
                    upgraded = try EventExport(header: export.upgradedHeader)
                #expect(
                    export.upgradedHeader == Array((header + ",_adapty_migration").utf8)
                        && upgraded.restoredHeader == Array(header.utf8) && upgraded.hasResidue)
                let new = try #require(try export.upgrade(row(name, nil), keepsName: true))
                #expect(new == row(alias.current, name))
                #expect(try upgraded.upgrade(new, keepsName: true) == nil, "twice changes nothing")
                #expect(try upgraded.restore(new) == row(name, nil))
                #expect(try export.upgrade(row(name, nil), keepsName: false) == row(alias.current, nil))
                #expect(
                    try upgraded.restore(row("subscription_paused", name)) == row("subscription_paused", nil),
                    "an edited name stays")
            }
        }
    }

    @Test("current names, and names of nobody's, stay", arguments: ["subscription_expired", "own_event", "refund", ""])
    func stays(name: String) throws {
        let export = try EventExport(header: Array("event_type,n".utf8)), row = Array("\(name),1".utf8)
        #expect(try export.upgrade(row, keepsName: true) == nil)
        #expect(try EventExport(header: export.upgradedHeader).restore(export.padded(row)) == row)
    }

    @Test(
        "what is no export of events is refused",
        arguments: ["a,b", "", "event_type,event_type", "\"event_type", "_adapty_migration,event_type", "EVENT_TYPE"])
    func refused(header: String) {
        #expect(throws: MigrationError.self) { try EventExport(header: Array(header.utf8)) }
    }
}

import Testing

@testable import AdaptyMigrationCore

/// The words in which the table says where a name is spelled.
@Suite("Names")
struct NamesTests {
    @Test(
        "each word names its columns",
        arguments: [
            (
                Names.everywhere("a"),
                Column.objects.filter { $0 != .serverV2 }
            ),
            (.legacy("a"), [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk1BridgeSnake, .serverV1]),
            (.sdk1("a"), [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk1BridgeSnake]),
            (
                .sdk("a"),
                [
                    .sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk1BridgeSnake, .sdk2, .sdk2Bridge, .sdk3, .sdk3Bridge,
                    .sdk3BridgeFlat,
                ]
            ),
            (.current("a"), [.sdk2, .sdk2Bridge, .sdk3, .sdk3Bridge, .sdk3BridgeFlat]),
            (.sdk3("a"), [.sdk2, .sdk2Bridge, .sdk3, .sdk3Bridge, .sdk3BridgeFlat]),
            (Names.sdk3("a").without(.current).javaScript("b/c", flat: "d"), [.sdk3Bridge, .sdk3BridgeFlat]),
            (Names.Dialects.events.names("a"), [.webhookLegacy, .webhook]), (.only([.serverV2], "a"), [.serverV2]),
            (
                .sdk("a").without([.sdk3, .sdk3Bridges, .sdk2]),
                [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk1BridgeSnake, .sdk2Bridge]
            ),
        ])
    func columns(names: Names, columns: [Column]) {
        let written = Column.allCases.filter { names.written($0) != nil }
        #expect(written == columns)
    }

    @Test("what is carried is written, and no evidence; what is older is evidence, and not written")
    func uses() {
        let names = Names.sdk3("a").older([.sdk3], "b").leftover([.sdk1Wire], "c").fallback([.serverV1], "d")
        #expect(names[.sdk2].map(\.use) == [.carried])
        #expect(names[.sdk3].map(\.use) == [.native, .older])
        #expect(names[.sdk3].map(\.isWritten) == [true, false])
        #expect(names[.sdk1Wire].map(\.use.isEvidence) == [false])
        #expect(names[.serverV1].map(\.use.isEvidence) == [true])
        #expect(
            Names.sdk("a").renamed([.sdk3], "b", keepsOlder: true)[.sdk3] == [
                Spelling("b", .native), Spelling("a", .older),
            ])
        #expect(Names.sdk("a").renamed([.sdk3], "b")[.sdk3] == [Spelling("b", .native)])
    }

    @Test(
        "camelCase of the columns that have it",
        arguments: [
            ("is_active", "isActive"), ("a_z", "aZ"), ("top_10_zulu", "top10Zulu"), ("_a", "a"), ("a__b", "aB"),
            ("a_", "a"), ("", ""),
        ])
    func camelCase(snake: String, camel: String) {
        #expect(Names.camelCase(snake) == camel)
        let names = Names.everywhere(snake)
        for column in Column.objects where column != .serverV2 {
            #expect(names.written(column)?.text == (column.isCamelCase ? camel : snake))
        }
    }
}

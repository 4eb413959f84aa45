import Testing

@testable import AdaptyMigrationCore

/// Several members hold one remote config; the ledger says whether a second one says something else.
@Suite("Codecs: remote config")
struct RemoteConfigTests {
    private static let second = "a second spelling of the remote config",
        other = "a second spelling of the remote config, with a different value"

    /// The current config and what the ledger says of the members that are not it.
    private func upgrade(_ members: String, from dialect: Dialect) throws -> (
        config: String?, notes: [String], others: [String]
    ) {
        var options = MigrationOptions()
        options.keepsLedger = true
        let names = dialect == .sdk2 ? (#""developer_id""#, #""variation_id""#) : (#""developerId""#, #""variationId""#)
        let upgraded = try Migrator(options).upgrade(
            Array(#"{\#(names.0):"d",\#(names.1):"v",\#(members)}"#.utf8), from: dialect)
        let index = try JSONScanner.index(upgraded.documentWithoutResidue)
        let config = index.member(0, "remote_config").map { String(decoding: index.raw($0), as: UTF8.self) }
        let entries = upgraded.ledger.entries.filter { $0.note.hasPrefix(RemoteConfigTests.second) }
        return (config, entries.map(\.note), entries.map(\.path))
    }

    @Test(
        "of a bridge",
        arguments: [
            (#""customPayloadString":"{}""#, #"{"lang":"en","data":"{}"}"#, [String]()),
            (#""customPayload":{"a":1}"#, #"{"lang":"en","data":"{\"a\":1}"}"#, []),
            (
                #""customPayloadString":"{\"a\":1}","customPayload":{"a":1}"#, #"{"lang":"en","data":"{\"a\":1}"}"#,
                [second]
            ),
            (#""customPayload":null,"customPayloadString":"{}""#, #"{"lang":"en","data":"{}"}"#, [second]),
            (#""customPayload":{"b":1},"customPayloadString":"{}""#, #"{"lang":"en","data":"{}"}"#, [second]),
            (#""customPayloadString":null"#, "null", []),
        ])
    func bridge(members: String, config: String, notes: [String]) throws {
        let found = try upgrade(members, from: .sdk1Bridge)
        #expect(found.config == config)
        #expect(found.notes == notes)
    }

    @Test(
        "of SDK 2: the config wins over the payload of 2.0, and a different one is named so",
        arguments: [
            (#""custom_payload":"{}""#, #"{"lang":"en","data":"{}"}"#, [String]()),
            (
                #""remote_config":{"lang":"fr","data":"{}"},"custom_payload":"{}""#, #"{"lang":"fr","data":"{}"}"#,
                [second]
            ),
            (
                #""remote_config":{"lang":"fr","data":"{}"},"custom_payload":"\u007b}""#, #"{"lang":"fr","data":"{}"}"#,
                [second]
            ),
            (
                #""remote_config":{"lang":"fr","data":"{}"},"custom_payload":"[]""#, #"{"lang":"fr","data":"{}"}"#,
                [other]
            ),
            (
                #""custom_payload":"[]","remote_config":{"lang":"fr","data":"{}"}"#, #"{"lang":"fr","data":"{}"}"#,
                [other]
            ),
            (#""custom_payload":"[]","remote_config":null"#, #"{"lang":"en","data":"[]"}"#, [second]),
        ])
    func current(members: String, config: String, notes: [String]) throws {
        let found = try upgrade(members, from: .sdk2)
        #expect(found.config == config)
        #expect(found.notes == notes)
    }

    @Test(
        "the member that is not it is named by its place, before or after it",
        arguments: [
            (#""customPayload":null,"customPayloadString":"{}""#, Dialect.sdk1Bridge, "/customPayload"),
            (#""customPayloadString":"{}","customPayload":{}"#, .sdk1Bridge, "/customPayload"),
            (#""custom_payload":"{}","remote_config":{"lang":"fr","data":"{}"}"#, .sdk2, "/custom_payload"),
            (#""remote_config":null,"custom_payload":"{}""#, .sdk2, "/remote_config"),
            (#""customPayloadString":null,"customPayload":{}"#, .sdk1Bridge, "/customPayloadString"),
        ])
    func place(members: String, dialect: Dialect, path: String) throws {
        let found = try upgrade(members, from: dialect)
        #expect(found.others == [path])
        #expect(found.notes == [RemoteConfigTests.second])
    }
}

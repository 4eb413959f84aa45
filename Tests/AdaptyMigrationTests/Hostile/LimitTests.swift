import Testing

@testable import AdaptyMigrationModels
@testable import AdaptyMigrationCore

@Suite("Hostile: depth and size")
struct LimitTests {
    static func lists(_ depth: Int) -> [UInt8] {
        Array(repeating: 0x5B, count: depth) + Array(repeating: 0x5D, count: depth)
    }
    static func objects(_ depth: Int) -> [UInt8] {
        Array(repeatElement(Array(#"{"a":"#.utf8), count: depth).joined()) + [0x30]
            + Array(repeating: 0x7D, count: depth)
    }

    @Test("512 levels are accepted")
    func deepest() throws {
        #expect(try JSONScanner.index(LimitTests.lists(512)).nodes.count == 512)
        #expect(try JSONScanner.index(LimitTests.objects(512)).nodes.count == 1025)
    }

    @Test("513 levels are refused where the 513th opens")
    func tooDeep() {
        let list = #expect(throws: MigrationError.self) { try JSONScanner.index(LimitTests.lists(513)) }
        #expect(list?.code == .tooDeep)
        #expect(list?.place == .init(offset: 512, line: 1, column: 513))
        let object = #expect(throws: MigrationError.self) { try JSONScanner.index(LimitTests.objects(513)) }
        #expect(object?.code == .tooDeep)
        #expect(object?.place?.offset == 512 * 5)
    }

    @Test("a record of 512 levels converts, and comes back")
    func deepRecord() throws {
        let deep = String(decoding: LimitTests.lists(511), as: UTF8.self)
        let document = Array(
            #"{"profile_id":"p","custom_attributes":[],"paid_access_levels":null,"x_deep":\#(deep)}"#.utf8)
        let upgraded = try Migrator().upgrade(document)
        #expect(upgraded.documentWithoutResidue != document)
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == document)
    }

    @Test("the limit is the caller's")
    func ownLimit() throws {
        var options = MigrationOptions()
        options.maximumDepth = 3
        let document = Array(#"{"paid_access_levels":{"premium":{"id":"premium","is_active":1}},"app_id":"a"}"#.utf8)
        let upgraded = try Migrator(options).upgrade(document)
        #expect(upgraded.documentWithoutResidue != document)
        options.maximumDepth = 2
        let error = #expect(throws: MigrationError.self) { try Migrator(options).upgrade(document) }
        #expect(error?.code == .tooDeep)
        options.maximumDepth = 2000
        let deep = Array(
            #"{"paid_access_levels":{},"custom_attributes":[],"x":\#(String(decoding: LimitTests.lists(1900), as: UTF8.self))}"#
                .utf8)
        #expect(
            try Migrator(options).downgrade(Migrator(options).upgrade(deep).document).documentWithoutResidue == deep)
    }

    @Test(
        "a million levels are refused at once", .timeLimit(.minutes(20)),
        arguments: [lists(1_000_000), objects(1_000_000), Array(repeating: 0x5B, count: 1_000_000)])
    func million(_ document: [UInt8]) {
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(document) }
        #expect(error?.code == .tooDeep)
        #expect(throws: MigrationError.self) { try Migrator().downgrade(document) }
        #expect(throws: MigrationError.self) { try Migrator().detect(document) }
    }

    @Test("a long path is cut short, not repeated for every level")
    func longPath() {
        let error = #expect(throws: MigrationError.self) { try JSONScanner.index(LimitTests.objects(513)) }
        #expect((error?.path.utf8.count ?? .max) < 100)
    }

    @Test("a string of 64 MB comes back byte for byte", .timeLimit(.minutes(20)))
    func largeString() throws {
        let size = 64 << 20
        var document = Array(#"{"profile_id":"p","app_id":"a","paid_access_levels":null,"x_large":""#.utf8)
        document += Array(repeating: 0x61, count: size)
        document += Array(#"","custom_attributes":[]}"#.utf8)
        let upgraded = try Migrator().upgrade(document)
        #expect(upgraded.documentWithoutResidue != document)
        #expect(upgraded.documentWithoutResidue.count > size)
        let restored = try Migrator().downgrade(upgraded.document).documentWithoutResidue
        #expect(restored == document)
    }

    @Test("many members and many elements stay quick", .timeLimit(.minutes(20)))
    func wide() throws {
        let members = (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let entries = (0..<2_000).map { #"{"purchase_id":"\#($0)","is_one_time":true}"# }.joined(separator: ",")
        let document = Array(
            #"{"profile_id":"p","non_subscriptions":{"c":[\#(entries)]},"custom_attributes":{\#(members)}}"#.utf8)
        let upgraded = try Migrator().upgrade(document)
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == document)
    }

    @Test(
        "valid JSON that is no record is refused as unrecognised",
        arguments: [
            "0", "true", "false", #""text""#, "{}", #"{"a":1}"#, "-1.5e3", #"{"data":{}}"#,
            #"{"data":{"attributes":{}}}"#,
        ])
    func noRecord(_ text: String) {
        for dialect in [nil, Dialect.sdk1Wire, .sdk1Stored, .serverV1, .sdk2, .webhookLegacy] {
            let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8), from: dialect) }
            #expect(error?.code == .unrecognised)
        }
        #expect(throws: MigrationError.self) { try Migrator().detect(Array(text.utf8)) }
    }

    @Test(
        "a top-level array is several records and refused as one",
        arguments: ["[]", "[1]", #"[{"profile_id":"p"}]"#, "[[]]"])
    func array(_ text: String) {
        let error = #expect(throws: MigrationError.self) { try Migrator().upgrade(Array(text.utf8)) }
        #expect(error?.code == .unrecognised)
    }
}

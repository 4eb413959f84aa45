@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// Nothing nests calls as deep as a document nests values, whatever limit is asked for.
@Suite("Hostile: depth beyond the usual limit")
struct DepthTests {
    static let depth = 30_000

    private static func objects(_ depth: Int, space: String = "") -> String {
        String(repeating: #"{"a":\#(space)"#, count: depth) + "[1,\(space)2]" + String(repeating: "}", count: depth)
    }

    private static let options: MigrationOptions = {
        var options = MigrationOptions()
        options.maximumDepth = 100_000
        return options
    }()

    @Test(
        "a record converts and comes back, on both paths",
        arguments: [
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1}},"x":\#(objects(depth))}"#,
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1,"x":\#(objects(depth))}}}"#,
            #"{"developer_id":"d","variation_id":"v","products":[],"is_promo":false,"customPayload":\#(objects(depth))}"#,
        ])
    func record(_ text: String) throws {
        let record = Array(text.utf8)
        let upgraded = try Migrator(DepthTests.options).upgrade(record)
        #expect(try Migrator(DepthTests.options).downgrade(upgraded.document).documentWithoutResidue == record)

        let input = RecordBuffer(), output = RecordBuffer(), restored = RecordBuffer()
        input.append(record)
        _ = try Transcoder(.upgrade, options: DepthTests.options).convert(0..<input.count, of: input, into: output)
        #expect(output.bytes == upgraded.document)
        _ = try Transcoder(.downgrade, options: DepthTests.options).convert(
            0..<output.count, of: output, into: restored)
        #expect(restored.bytes == record)
        #expect(try Verifier(options: DepthTests.options, instants: [0]).check(0..<input.count, of: input).isEmpty)
    }

    @Test(
        "a program may rewrite or edit it, at any depth",
        arguments: [
            (#""profile_id":"p""#, #""profile_id": "p""#, true), (#"{"a":[1,2]}"#, #"{"a": [1,2]}"#, true),
            (#"{"a":[1,2]}"#, #"{"a":[1,3]}"#, false),
        ])
    func rewritten(part: String, edit: String, isSame: Bool) throws {
        let record = Array(
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":1}},"x":\#(DepthTests.objects(DepthTests.depth))}"#
                .utf8)
        let upgraded = try Migrator(DepthTests.options).upgrade(record).document
        let text = String(decoding: upgraded, as: UTF8.self), place = try #require(text.firstRange(of: part))
        let rewritten = Array((text[..<place.lowerBound] + edit + text[place.upperBound...]).utf8)
        let restored = try Migrator(DepthTests.options).downgrade(rewritten).documentWithoutResidue
        #expect((restored == record) == isSame)
        #expect(isSame || restored.contains([0x5B, 0x31, 0x2C, 0x33, 0x5D]))
        let input = RecordBuffer(), output = RecordBuffer()
        input.append(rewritten)
        _ = try Transcoder(.downgrade, options: DepthTests.options).convert(0..<input.count, of: input, into: output)
        #expect(output.bytes == restored)
    }

    @Test("an original nested deeper than any of ours is refused")
    func residue() {
        let original = #"{"a":"# + String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000) + "}"
        let document = ForeignResidueTests.document(ForeignResidueTests.residue(original: original))
        #expect(throws: MigrationError.self) { try Migrator(DepthTests.options).downgrade(document) }
    }

    @Test("however deep a rebuilt value is, its record can be read again", arguments: [60, 70, 400])
    func rebuilt(_ depth: Int) throws {
        let text = JSONText.encode(DepthTests.objects(depth))
        let record =
            Array(#"{"id":"d","variationId":"v","vendorProductIds":["x"],"remoteConfigString":"#.utf8) + text
            + Array(#","remoteConfig":\#(DepthTests.objects(depth, space: " ")),"locale":"en","revision":1}"#.utf8)
        let upgraded = try Migrator().upgrade(record)
        #expect(upgraded.source == .sdk2Bridge)
        #expect(try Migrator().downgrade(upgraded.document).documentWithoutResidue == record)
    }
}

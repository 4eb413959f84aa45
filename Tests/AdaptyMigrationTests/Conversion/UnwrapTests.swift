@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams

/// Envelopes around records that are newer than the target.
@Suite("Envelopes of newer records")
struct UnwrapTests {
    private static let record =
        #"{"profile_id":"p","segment_hash":"s","is_test_user":false,"timestamp":1,"paid_access_levels":{}}"#

    @Test(
        "they are taken off where that is asked for, and come back",
        arguments: [
            #"{"success":\#(record)}"#, #"{"v":\#(record),"h":"x"}"#, #"{"type":"success","profile":\#(record)}"#,
        ])
    func newer(text: String) throws {
        let document = Array(text.utf8)
        #expect(try Migrator().upgrade(document).document == document)
        let made = try Migrator(MigrationOptions(unwraps: true)).upgrade(document)
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self) == Self.record)
        #expect(made.target == .sdk3)
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == document)
        let input = RecordBuffer(), output = RecordBuffer()
        input.append(document)
        _ = try Transcoder(.upgrade, options: MigrationOptions(unwraps: true)).convert(
            0..<input.count, of: input, into: output)
        #expect(output.bytes == made.document)
    }

    @Test("what an upgrade converts, it converts in the same way", arguments: Fixture.all.filter { !$0.kind.isList })
    func upgraded(_ fixture: Fixture) throws {
        let document = try fixture.legacy(), usual = try Migrator().upgrade(document, from: fixture.dialect)
        guard usual.ledger.counts[.newerThanTarget] == nil else { return }
        let made = try Migrator(MigrationOptions(unwraps: true)).upgrade(document, from: fixture.dialect)
        #expect(made.document == usual.document)
    }

    @Test("a record without an envelope stays as it is")
    func bare() throws {
        let document = Array(Self.record.utf8)
        #expect(try Migrator(MigrationOptions(unwraps: true)).upgrade(document).document == document)
    }
}

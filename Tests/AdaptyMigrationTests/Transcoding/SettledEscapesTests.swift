@testable import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
import Testing

@testable import AdaptyMigrationCore

/// A record that was upgraded before stays as it is, also where its residue holds texts with escapes.
@Suite("Escapes in the residue of a settled record")
struct SettledEscapesTests {
    @Test(
        "both paths give it back",
        arguments: [#"\n"#, #"\t\r"#, #"\""#, #"\\"#, #"\u0001"#, #"\u001f"#, #"\u0009"#, #"\u00e9"#, #"\/"#, #"\b"#])
    func settled(escape: String) throws {
        let old = #"{"data":{"id":"p","type":"t","attributes":{"app_id":"a\#(escape)","paid_access_levels":{}}}}"#
        let upgraded = try Migrator().upgrade(Array(old.utf8)).document
        #expect(try Migrator().upgrade(upgraded).document == upgraded)
        let transcoder = Transcoder(.upgrade), input = RecordBuffer(), output = RecordBuffer()
        input.append(upgraded)
        _ = try transcoder.convert(0..<upgraded.count, of: input, into: output)
        #expect(output.bytes == upgraded)
        #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == Array(old.utf8))
    }
}

import AdaptyMigrationTesting
import Testing

@testable import AdaptyMigration

/// The typed reader never accepts what the scanner refuses, and a model is refused with the scanner's own error.
@Suite("Typed path: refusals")
struct TypedRefusalTests {
    private static let refused =
        RejectedGrammarTests.documents + RejectedGrammarTests.containers + RejectedGrammarTests.scalars
        + RejectedGrammarTests.surrogates + RejectedGrammarTests.encodings + RejectedGrammarTests.truncations

    private func skips(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard var reader = TypedReader(bytes) else { return false }
            reader.skipSpace()
            return reader.skipValue() && reader.isAtEnd()
        }
    }

    @Test("malformed documents", arguments: refused)
    func malformed(_ test: RejectedGrammarTests.Case) {
        #expect(!skips(test.bytes))
        for name in ["profile_id", "paid_access_levels", "custom_attributes", "x"] {
            let document = Array("{\"\(name)\":".utf8) + test.bytes + Array("}".utf8)
            #expect(AdaptyProfile(typed: document[...], .sdk2) == nil || (try? JSONScanner.index(document)) != nil)
            expectSameRefusal(document, AdaptyProfile.self, .sdk2)
        }
    }

    @Test("well-formed values are accepted", arguments: AcceptedGrammarTests.cases)
    func accepted(_ test: AcceptedGrammarTests.Case) {
        #expect(skips(Array(test.text.utf8)))
    }

    /// A model refuses what the scanner refuses, and with the same code at the same place.
    private func expectSameRefusal<Model: ModelRecord>(_ document: [UInt8], _ model: Model.Type, _ dialect: Dialect) {
        do throws(MigrationError) {
            _ = try JSONScanner.index(document)
        } catch let expected {
            do throws(MigrationError) {
                _ = try Model(decoding: document, as: dialect)
                Issue.record("accepted \(String(decoding: document, as: UTF8.self))")
            } catch {
                #expect(error.code == expected.code)
                #expect(error.place == expected.place)
            }
        }
    }

    @Test("cut at every byte", arguments: Realistic.all)
    func cut(_ document: Realistic.Document) {
        for length in 0..<document.bytes.count {
            let bytes = Array(document.bytes[..<length])
            #expect(!skips(bytes) || (try? JSONScanner.index(bytes)) != nil)
            expectSameRefusal(bytes, PurchaserInfoModel.self, document.dialect)
        }
    }

    @Test("changed at every byte", arguments: Realistic.all)
    func changed(_ document: Realistic.Document) {
        var generator = SeededGenerator(seed: 11)
        for position in document.bytes.indices {
            for byte: UInt8 in [
                0, 0x22, 0x2C, 0x5C, 0x5D, 0x7D, 0x80, 0xC3, UInt8.random(in: 0...255, using: &generator),
            ] {
                var bytes = document.bytes
                bytes[position] = byte
                let isValid = (try? JSONScanner.index(bytes)) != nil
                #expect(skips(bytes) == isValid, "\(String(decoding: bytes, as: UTF8.self))")
                if !isValid {
                    #expect(PurchaserInfoModel(typed: bytes[...], .sdk1Wire) == nil)
                    #expect(WebhookEvent(typed: bytes[...], .webhookLegacy) == nil)
                }
            }
        }
    }

    @Test("a word that ends in the last bytes is read without looking past them")
    func ends() {
        for length in 0..<24 {
            let text = "\"" + String(repeating: "a", count: length) + "\""
            #expect(skips(Array(text.utf8)))
            #expect(!skips(Array(text.utf8.dropLast())))
        }
    }

    @Test("a number that is no JSON is refused by the encoder as before")
    func infinite() {
        var profile = AdaptyProfile()
        profile.timestamp = JSONNumber(floatLiteral: .infinity)
        #expect(throws: MigrationError.self) { try profile.encoded() }
        profile.timestamp = nil
        profile.unknown = [RawMember(name: "x", json: Array("1,".utf8))]
        #expect(throws: MigrationError.self) { try profile.encoded() }
    }
}

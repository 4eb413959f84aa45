import Foundation
import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools

/// From the version that a client names to bytes that its decoder accepts, in one call.
@Suite("Compatibility: one call for a client's version")
struct ClientAnswerTests {
    private static let layer = CompatibilityLayer()
    private static let versions: [SDKVersion] = [
        "2.0.0", "2.3.0", "2.6.3", "2.8.0", "2.9.0", "2.11.1", "3.0.0", "3.3.0", "3.8.0", "3.12.0", "3.17.2",
    ]
    private static let records = Fixture.everything.filter { $0.kind == .profile || $0.kind == .paywall }

    @Test("every answer to every version is read by its decoder", arguments: records)
    func readable(_ fixture: Fixture) throws {
        let payload = try fixture.legacy()
        guard let record = try? Self.layer.accept(payload, in: fixture.dialect).record else { return }
        for version in Self.versions {
            let answer: CompatibilityLayer.Answer
            do throws(ProblemDocument) {
                answer = try Self.layer.answer(record, version: version.description)
            } catch {
                #expect([406, 422].contains(error.status), "\(error.detail)")
                continue
            }
            #expect(answer.mediaType == version.dialect(of: record.kind).mediaType)
            #expect(throws: Never.self, "SDK \(version)") {
                if record.kind == .profile {
                    _ = try SDKDecoder(version).bareProfile(try bare(answer.document))
                } else {
                    _ = try SDKDecoder(version).barePaywall(try bare(answer.document))
                }
            }
            // A client that writes back what it read changes nothing.
            let client = Client(version, reading: record.kind)
            let again = try Self.layer.accept(answer.document, in: client.dialect, from: client, onto: record)
            #expect(
                again.record.document == record.document || again.record.dialect != record.dialect, "SDK \(version)")
        }
    }

    /// A record without its envelope.
    private func bare(_ document: [UInt8]) throws -> [UInt8] {
        let index = try JSONScanner.index(document)
        return Array(index.raw(Envelope(index).node))
    }

    private static let level =
        #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_product_id":"m"}},"app_id":"a"}"#

    @Test("a version gets placeholders, a dialect does not, and an edit does not store them")
    func placeholders() throws {
        let record = try Self.layer.accept(Array(Self.level.utf8), in: .sdk1Wire).record
        let plain = try Self.layer.answer(record, version: "sdk3")
        #expect(!String(decoding: plain.document, as: UTF8.self).contains("store"))
        let read = try Self.layer.answer(record, version: "3.12.0")
        let text = String(decoding: read.document, as: UTF8.self)
        #expect(text.contains(#""store""#) && text.contains(#""segment_hash""#))
        #expect(read.client == Client("3.12.0", reading: .profile) && read.entityTag != plain.entityTag)
        // It changes one field, and writes the rest back.
        let edited = text.replacing(#""is_active":true"#, with: #""is_active":false"#)
        let write = try Self.layer.accept(Array(edited.utf8), in: .sdk3, from: read.client, onto: record)
        let stored = String(decoding: write.record.document, as: UTF8.self)
        #expect(stored.contains(#""is_active":false"#) && !stored.contains("store") && !stored.contains("segment_hash"))
        #expect(write.lost == [])
    }

    @Test("a client gets its own bytes, byte for byte")
    func ownBytes() throws {
        let record = try Self.layer.accept(Array(Self.level.utf8), in: .sdk1Wire).record
        let answer = try Self.layer.answer(record, version: "1.17.0")
        #expect(String(decoding: answer.document, as: UTF8.self) == Self.level)
        #expect(try Self.layer.answer(record, accept: Dialect.sdk1Wire.mediaType).document == answer.document)
    }

    @Test("a version gets no passed field, a dialect does, and who wrote them has them")
    func passed() throws {
        let text =
            #"{"profile_id":"p","app_id":"a","total_revenue_usd":9.9,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"vendor_product_id":"m","vendor_transaction_id":"7","expires_at":null}},"segment_hash":"h","timestamp":1,"is_test_user":false}"#
        let record = try Self.layer.accept(Array(text.utf8), in: .sdk3).record
        for version in ["3.12.0", "1.17.0"] {
            let answer = String(decoding: try Self.layer.answer(record, version: version).document, as: UTF8.self)
            #expect(answer.contains("premium"))
            for name in ["app_id", "total_revenue_usd"] { #expect(!answer.contains(name)) }
            // SDK 1 reads the transactions of levels.
            #expect(answer.contains("vendor_transaction_id") == (version == "1.17.0"))
        }
        #expect(String(decoding: try Self.layer.answer(record, version: "sdk3").document, as: UTF8.self) == text)
    }

    @Test("what no placeholder is safe for is a problem, not a guess")
    func refused() throws {
        let text =
            #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","vendor_product_id":"m"}},"segment_hash":"h"}"#
        let record = try Self.layer.accept(Array(text.utf8), in: .sdk3).record
        let problem = #expect(throws: ProblemDocument.self) { _ = try Self.layer.answer(record, version: "3.12.0") }
        #expect(problem?.status == 422 && problem?.code.rawValue == "missing-required")
    }

    @Test("a record is stored by any Codable coder, byte for byte", arguments: records)
    func codable(_ fixture: Fixture) throws {
        guard let record = try? Self.layer.accept(try fixture.legacy(), in: fixture.dialect).record else { return }
        let read = try JSONDecoder().decode(SharedRecord.self, from: JSONEncoder().encode(record))
        #expect(read == record)
    }

    @Test("what is lost is what the record had, or the client wrote, and the record has not now")
    func lost() throws {
        let text =
            #"{"variation_id":"v","developer_id":"d","paywall_name":"n","products":[{"vendor_product_id":"a","own":1},{"vendor_product_id":"b","own":2}]}"#
        let record = try Self.layer.accept(Array(text.utf8), in: .sdk2).record
        func lost(_ products: String) throws -> [String] {
            let payload = #"{"variationId":"v","id":"d","name":"n","vendorProductIds":[\#(products)]}"#
            return try Self.layer.accept(Array(payload.utf8), in: .sdk2Bridge, onto: record).lost
        }
        #expect(try lost(#""a","b""#) == [])
        // Of `a` its position is free, and `b` keeps what the client does not see.
        #expect(try lost(#""b""#) == ["/products/1"])
        #expect(try lost("") == ["/products/0", "/products/1"])
    }

    @Test(
        "what could be stored and not read is refused",
        arguments: [
            (
                #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":"yes"}}}"#,
                "unreadable-value"
            ),
            (#"{"profile_id":5,"paid_access_levels":{}}"#, "unreadable-value"), ("null", "other-kind"),
            (#"{"variation_id":"v","developer_id":"d","products":[]}"#, "other-kind"),
        ])
    func refusedPayload(text: String, code: String) throws {
        let problem = #expect(throws: ProblemDocument.self) {
            _ = try Self.layer.accept(Array(text.utf8), as: [.profile])
        }
        #expect(problem?.status == 422 && problem?.code.rawValue == code)
    }

    @Test("real values of a client come into the record, beside those that equal its placeholders")
    func realValues() throws {
        let small = #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium","is_active":1}}}"#
        let record = try Self.layer.accept(Array(small.utf8), in: .sdk1Wire).record
        let client = Client("3.12.0", reading: .profile)
        let read = String(decoding: try Self.layer.answer(record, to: client).document, as: UTF8.self)
        #expect(read.contains(#""timestamp":-1"#) && read.contains(#""store":"""#))
        let full = read.replacing(#""timestamp":-1"#, with: #""timestamp":7"#)
            .replacing(#""will_renew":false"#, with: #""will_renew":true"#)
        let write = try Self.layer.accept(Array(full.utf8), in: .sdk3, from: client, onto: record)
        let stored = String(decoding: write.record.document, as: UTF8.self)
        #expect(stored.contains(#""timestamp":7"#) && stored.contains(#""will_renew":true"#))
        #expect(!stored.contains("store") && !stored.contains("is_test_user") && write.lost == [])
        let again = String(decoding: try Self.layer.answer(write.record, to: client).document, as: UTF8.self)
        #expect(again.contains(#""timestamp":7"#) && again.contains(#""will_renew":true"#))
    }
}

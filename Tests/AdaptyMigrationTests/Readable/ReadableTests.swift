@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Records that the decoder of one SDK version accepts, checked with decoders that were written from the facts about
/// each tag (shapes-2026, 7).
@Suite("Readable by an SDK version")
struct ReadableTests {
    static let versions: [SDKVersion] = [
        "2.0.0", "2.3.0", "2.4.3", "2.5.0", "2.9.0", "2.9.4", "2.11.1", "3.3.0", "3.5.0", "3.8.0", "3.11.0", "3.12.0",
        "3.17.2",
    ]
    private static let records = Fixture.all.filter { $0.kind == .profile || $0.kind == .paywall }

    @Test("every fixture, and it comes back", arguments: records)
    func fixtures(_ fixture: Fixture) throws {
        let document = try fixture.legacy()
        for version in Self.versions { try check(document, fixture.kind, fixture.dialect, version) }
    }

    @Test("generated documents", arguments: [RecordKind.profile, .paywall], versions)
    func generated(_ kind: RecordKind, _ version: SDKVersion) throws {
        var readable = 0
        let count = LawTests.isLong ? 40 : 12
        for seed in 0..<UInt64(count) {
            for dialect in kind.dialects {
                var generator = DocumentGenerator(seed: seed &* 7919, dialect: dialect, hasBugs: seed % 2 == 1)
                let document = Array(generator.document(kind).text().utf8)
                if try check(document, kind, dialect, version) { readable += 1 }
            }
        }
        #expect(readable * 4 > count * 3, "\(readable)")
    }

    @Test(
        "an edited record is made readable again, and its residue leads back over both",
        arguments: ["2.0.0", "2.8.0", "3.12.0"] as [SDKVersion], ["2.0.0", "2.11.0", "3.12.0"] as [SDKVersion])
    func edited(first: SDKVersion, second: SDKVersion) throws {
        let document = Array(
            #"{"data":{"id":"p","attributes":{"customer_user_id":"u","paid_access_levels":{"gold":{"is_active":1,"expires_at":"2030-01-01T00:00:00.000000+0000"}}}}}"#
                .utf8)
        let made = try Migrator(MigrationOptions(readableBy: first)).upgrade(document).document
        let edited = String(decoding: made, as: UTF8.self).replacing(
            #""customer_user_id":"u""#, with: #""customer_user_id":"w""#)
        let again = try Migrator(MigrationOptions(readableBy: second)).upgrade(Array(edited.utf8))
        #expect(throws: Never.self) { try SDKDecoder(second).bareProfile(try again.record) }
        let back = try Migrator().downgrade(Array(edited.utf8)).documentWithoutResidue
        #expect(try Migrator().downgrade(again.document).documentWithoutResidue == back)
        #expect(String(decoding: back, as: UTF8.self).contains(#""customer_user_id":"w""#))
    }

    /// - Returns: whether the record could be made readable.
    @discardableResult
    private func check(_ document: [UInt8], _ kind: RecordKind, _ dialect: Dialect, _ version: SDKVersion) throws
        -> Bool
    {
        let migrator = Migrator(MigrationOptions(keepsLedger: true, readableBy: version)), made: Migration
        do throws(MigrationError) { made = try migrator.upgrade(document, from: dialect) } catch {
            #expect(
                [.missingRequired, .conflictingSpellings, .unrecognised, .unreadableDate, .foreignResidue, .ambiguous]
                    .contains(error.code), "\(error)")
            return false
        }
        let text = String(decoding: document, as: UTF8.self), record = try made.record
        if kind == .profile {
            #expect(throws: Never.self, "SDK \(version): \(text)") {
                _ = try SDKDecoder(version).bareProfile(record)
                _ = try SDKDecoder(version).androidProfile(record)
                _ = try SDKDecoder(version).flutterProfile(record)
            }
        } else {
            #expect(throws: Never.self, "SDK \(version): \(text)") {
                _ = try SDKDecoder(version).barePaywall(record)
                _ = try SDKDecoder(version).androidPaywall(record)
                _ = try SDKDecoder(version).flutterPaywall(record)
            }
        }
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == document, "SDK \(version): \(text)")
        let again = try migrator.upgrade(made.document)
        let place = Laws.difference(again.document, made.document)
        #expect(
            again.document == made.document,
            "SDK \(version), twice: \(String(decoding: again.document.dropFirst(place - 40).prefix(160), as: UTF8.self)) was \(String(decoding: made.document.dropFirst(place - 40).prefix(160), as: UTF8.self))"
        )
        if kind == .profile {
            let differences = try AccessComparison(
                JSONScanner.index(document), JSONScanner.index(made.documentWithoutResidue), dialect, at: [0],
                isFilled: true
            ).differences
            #expect(differences.isEmpty, "SDK \(version): \(differences) \(text)")
        }
        return true
    }

    @Test("fillers are Adapty's own, and each is in the ledger")
    func fillers() throws {
        let migrator = Migrator(MigrationOptions(keepsLedger: true, readableBy: "3.12.0"))
        let made = try migrator.upgrade(
            Array(
                #"{"profile_id":"p","paid_access_levels":{"gold":{"is_active":true,"activated_at":"2024-01-01T00:00:00.000Z","store":"s"}}}"#
                    .utf8), from: .sdk2)
        #expect(
            String(decoding: made.documentWithoutResidue, as: UTF8.self)
                == #"{"profile_id":"p","paid_access_levels":{"gold":{"is_active":true,"activated_at":"2024-01-01T00:00:00.000Z","store":"s","id":"gold","vendor_product_id":"","is_lifetime":false,"will_renew":false,"is_in_grace_period":false,"is_refund":false}},"segment_hash":"not implemented","timestamp":-1,"is_test_user":false}"#
        )
        #expect(made.ledger.entries.filter { $0.action == .defaulted }.count == 9)
    }

    @Test("a start that is filled is a date of what has happened, and the ledger has it", arguments: 0..<UInt64(40))
    func filledStart(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func date() -> String {
            Timestamp(microseconds: Int64.random(in: 0..<4_000_000_000, using: &random) * 1_000_000).description
        }
        let happened = ["renewed_at", "unsubscribed_at", "billing_issue_detected_at"]
        let dates = (happened + ["expires_at", "starts_at", "checked_at"]).filter { _ in Bool.random(using: &random) }
            .shuffled(using: &random).map { ($0, date()) }
        let members = dates.map { #","\#($0)":"\#($1)""# }.joined()
        let text = #"{"profile_id":"p","paid_access_levels":{"gold":{"is_active":true\#(members)}}}"#
        let made = try Migrator(MigrationOptions(keepsLedger: true, readableBy: "3.12.0")).upgrade(
            Array(text.utf8), from: .sdk2)
        let end = dates.first { $0.0 == "expires_at" }?.1 ?? "9999"
        let start = dates.filter { happened.contains($0.0) && $0.1 <= end }.map(\.1).min() ?? "1970-01-01T00:00:00.000Z"
        #expect(
            String(decoding: made.documentWithoutResidue, as: UTF8.self).contains(#""activated_at":"\#(start)""#),
            "\(text)")
        #expect(made.ledger.entries.contains { $0.path.hasSuffix("/activated_at") && $0.note.contains(start) })
    }

    @Test("what no placeholder is safe for is refused with the member")
    func refused() {
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(
                Array(#"{"profile_id":"p","paid_access_levels":{"gold":{"id":"gold","store":"s"}}}"#.utf8), from: .sdk2)
        }
        #expect(error?.code == .missingRequired)
        #expect(error?.path == "/paid_access_levels/gold/is_active")
        #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: "1.9.0")).upgrade(Array(#"{"profile_id":"p"}"#.utf8), from: .sdk2)
        }
    }

    private static let placement =
        #""placement":{"developer_id":"d","audience_name":"","revision":1,"ab_test_name":"","placement_audience_version_id":""}"#

    /// A fallback file of a format, which SDKs compare with their own.
    private static func fallback(
        _ format: Int?,
        items: String =
            #"{"variation_id":"v","paywall_id":"i","paywall_name":"n","weight":100,"products":[{"vendor_product_id":"x","adapty_product_id":"y"}]}"#
    ) -> String {
        let version = format.map { #""version":\#($0),"# } ?? ""
        return
            #"{"data":{"p":{"data":[\#(items)],"meta":{\#(placement)}}},"meta":{\#(version)"developer_ids":["p"],"response_created_at":1}}"#
    }

    @Test(
        "kinds that a version does not read, and members that it misses in those that are kept",
        arguments: [
            ("4.0.0", #"{"flow_id":"f","flow_name":"n","variation_id":"v","variations":[],\#(placement)}"#, nil),
            (
                "3.17.0", #"{"flow_id":"f","flow_name":"n","variation_id":"v","variations":[],\#(placement)}"#,
                .noSuchTarget
            ),
            ("4.0.0", #"{"flow_id":"f","variation_id":"v","variations":[],\#(placement)}"#, .missingRequired),
            (
                "4.0.0", #"{"paywall_id":"i","paywall_name":"n","variation_id":"v","products":[],\#(placement)}"#,
                .noSuchTarget
            ),
            (
                "3.8.0",
                #"{"onboarding_id":"o","onboarding_name":"n","variation_id":"v","onboarding_builder":{"config_url":"u"},\#(placement)}"#,
                nil
            ),
            (
                "3.7.0",
                #"{"onboarding_id":"o","onboarding_name":"n","variation_id":"v","onboarding_builder":{"config_url":"u"},\#(placement)}"#,
                .noSuchTarget
            ),
            ("3.11.0", fallback(8), nil), ("3.12.0", fallback(8), .noSuchTarget),
            ("3.12.0", fallback(9), .missingRequired), ("2.9.0", fallback(5), .noSuchTarget),
            ("4.0.0", fallback(10, items: ""), .missingRequired), ("3.8.0", fallback(nil), .noSuchTarget),
            (
                "4.0.0", #"{"id":"f","name":"n","variationId":"v","paywalls":[],"placement":{"id":"d"}}"#,
                .missingRequired
            ),
            (
                "4.0.0",
                #"{"flow_id":"f","flow_name":"n","variation_id":"v","remote_configs":[{"lang":"en"}],\#(placement)}"#,
                .missingRequired
            ),
        ] as [(SDKVersion, String, MigrationError.Code?)])
    func kinds(version: SDKVersion, text: String, code: MigrationError.Code?) throws {
        var refusal: MigrationError?
        do throws(MigrationError) {
            let made = try Migrator(MigrationOptions(readableBy: version)).upgrade(Array(text.utf8))
            #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self) == text)
        } catch { refusal = error }
        #expect(refusal?.code == code, "\(String(describing: refusal))")
    }

    @Test("a wrong value that is filled has one entry")
    func filledOnce() throws {
        let made = try Migrator(MigrationOptions(keepsLedger: true, readableBy: "3.12.0")).upgrade(
            Array(
                #"{"profile_id":"p","paid_access_levels":{"gold":{"is_active":true,"store":{},"activated_at":{"$date":1},"renewed_at":"soon"}},"subscriptions":{"a":{"is_active":true,"activated_at":[]}},"custom_attributes":7}"#
                    .utf8), from: .sdk2)
        let paths = made.ledger.entries.filter { [.defaulted, .unreadable].contains($0.action) }.map(\.path)
        #expect(paths.count == Set(paths).count, "\(made.ledger.entries)")
    }

    @Test("before 2.3 the configuration is where that version reads it")
    func configuration() throws {
        let text =
            #"{"developer_id":"d","revision":1,"variation_id":"v","products":[],"remote_config":{"lang":"en","data":"{\"a\":1}"}}"#
        let made = try Migrator(MigrationOptions(readableBy: "2.2.0")).upgrade(Array(text.utf8), from: .sdk2)
        #expect(try SDKDecoder("2.2.0").barePaywall(made.documentWithoutResidue).remoteConfig == #"{"a":1}"#)
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == Array(text.utf8))
    }

    @Test(
        "Android reads weights of 1 to 100", arguments: [("0", "1"), ("250", "100"), ("5.0", "5.0"), ("null", "100")])
    func weight(given: String, written: String) throws {
        let text = #"{"developer_id":"d","revision":1,"variation_id":"v","products":[],"weight":\#(given)}"#
        let made = try Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(Array(text.utf8), from: .sdk2)
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self).contains(#""weight":\#(written)"#))
    }

    @Test(
        "asked for all required fields, no access and no identity is made up",
        arguments: [
            #"{"profile_id":"p","paid_access_levels":{"gold":{"id":"gold","will_renew":true}}}"#,
            #"{"developer_id":"d","variation_id":null,"revision":1,"products":[]}"#,
        ])
    func nothingMadeUp(text: String) throws {
        let migrator = Migrator(MigrationOptions(fillRequired: true))
        let error = #expect(throws: MigrationError.self) { try migrator.upgrade(Array(text.utf8), from: .sdk2) }
        #expect(error?.code == .missingRequired)
        // SDK 1 read a missing flag as false.
        #expect(throws: Never.self) { try migrator.upgrade(Array(text.utf8), from: .sdk1Wire) }
    }

    @Test(
        "what is no entry is refused, because without it access would be gone",
        arguments: [
            #"{"profile_id":"p","paid_access_levels":{"a":[{"id":"a","is_active":true}]}}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":"active"}}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":[]}}}"#,
        ])
    func strangeEntries(text: String) {
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(Array(text.utf8), from: .sdk2)
        }
        #expect(error?.code == .missingRequired && error?.message.contains("cannot read /paid_access_levels/a") == true)
    }

    @Test(
        "values of a wrong form are filled like missing ones, and numbers become texts",
        arguments: [
            (
                "2.4.3", #""products":[{"vendor_product_id":5,"timestamp":"5"}]"#,
                #""vendor_product_id":"5","timestamp":0"#
            ),
            (
                "3.4.0", #""products":[{"vendor_product_id":"a","adapty_product_id":true}]"#,
                #""adapty_product_id":"unknown""#
            ),
            ("3.4.0", #""products":[],"paywall_updated_at":7"#, #""response_created_at":7"#),
            ("2.11.0", #""products":[],"attributes":{}"#, #""response_created_at":0"#),
            ("2.4.3", #""products":[],"remote_config":{"lang":"en","data":{}}"#, #""remote_config":null"#),
        ])
    func wrongForms(version: SDKVersion, members: String, written: String) throws {
        let text = #"{"developer_id":"d","revision":1,"variation_id":"v",\#(members)}"#
        let made = try Migrator(MigrationOptions(readableBy: version)).upgrade(Array(text.utf8), from: .sdk2)
        let document = String(decoding: made.documentWithoutResidue, as: UTF8.self)
        #expect(document.contains(written) && !document.contains("attributes"), "\(document)")
        try SDKDecoder(version).barePaywall(made.documentWithoutResidue)
        #expect(try Migrator().downgrade(made.document).documentWithoutResidue == Array(text.utf8))
    }

    @Test(
        "since 3.12 a custom attribute has at most 50 characters",
        arguments: [("3.11.0", 51, true), ("3.12.0", 49, true), ("3.12.0", 50, true), ("3.12.0", 51, false)])
    func longAttribute(version: SDKVersion, count: Int, stays: Bool) throws {
        let value = String(repeating: "é", count: count)
        let text = #"{"profile_id":"p","paid_access_levels":{},"custom_attributes":{"a":"\#(value)"}}"#
        let made = try Migrator(MigrationOptions(readableBy: version)).upgrade(Array(text.utf8), from: .sdk2)
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self).contains(value) == stays)
    }

    @Test("an answer with the placement beside its paywalls")
    func placementAside() throws {
        let text =
            #"{"data":[{"paywall_id":"i","paywall_name":"n","variation_id":"v","weight":100,"response_created_at":1,"request_locale":"en","products":[]}],"meta":{\#(Self.placement)}}"#
        let made = try Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(Array(text.utf8))
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self) == text)
    }

    @Test("an edit of a readable record survives, and the rest comes back")
    func edited() throws {
        let original = Array(
            #"{"profile_id":"p","customer_user_id":"u","paid_access_levels":{},"custom_attributes":{"a":"x"}}"#.utf8)
        let made = try Migrator(MigrationOptions(readableBy: "3.12.0")).upgrade(original, from: .sdk2)
        let text = String(decoding: made.document, as: UTF8.self).replacing(#""u""#, with: #""EDITED""#)
        let back = try Migrator(MigrationOptions(keepsLedger: true)).downgrade(Array(text.utf8))
        #expect(
            String(decoding: back.documentWithoutResidue, as: UTF8.self)
                == String(decoding: original, as: UTF8.self).replacing(#""u""#, with: #""EDITED""#))
        #expect(!back.ledger.entries.contains { $0.action == .dropped })
    }
}

extension Migration {
    /// The record where it stands, which is the document unless somebody else's object is around it.
    fileprivate var record: [UInt8] {
        get throws {
            let index = try JSONScanner.index(documentWithoutResidue)
            return kind.isList ? documentWithoutResidue : Array(index.raw(Envelope(index).place))
        }
    }
}

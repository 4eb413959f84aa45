@testable import AdaptyMigration
@_spi(Tools) @testable import AdaptyMigrationTools
@testable import AdaptyMigrationModels
import Foundation
import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

@Suite("Redaction: production payloads become fixtures")
struct RedactorTests {
    private static let key = Array("a key that nobody would guess".utf8)
    private let redactor: Redactor

    init() throws { redactor = try Redactor(key: RedactorTests.key) }

    private func redact(_ text: String, from dialect: Dialect? = nil) throws -> String {
        String(decoding: try redactor.redact(Array(text.utf8), from: dialect), as: UTF8.self)
    }

    /// Everything of a person's, in every way a payload may say it.
    static let profile = #"""
        { "data": {"type": "adapty_analytics_profile", "id": "6f1c0a7e-3b9e-4d1a-9c55-0123456789ab", "attributes": {
          "profile_id": "6f1c0a7e-3b9e-4d1a-9c55-0123456789ab", "customer_user_id": "jane.doe@acme.com",
          "custom_attributes": {"Favourite Singer": "Édith Piaf", "\u0041ge": 47.0, "mail": "jane.doe@acme.com"},
          "paid_access_levels": {"vip_jane": {"id": "vip_jane", "is_active": 1, "vendor_product_id": "com.acme.yearly", "store": "app_store",
             "activated_at": "2021-07-15T19:28:30.000000+0000", "vendor_transaction_id": "1000000843115599", "cancellation_reason": "billing_error"}},
          "non_subscriptions": {"com.acme.coins": [{"purchase_id": "a1ce7788", "vendor_product_id": "com.acme.coins", "is_one_time": true, "price": 9.90, "store": "app_store"}]},
          "x_session": {"ip": "203.0.113.77", "token": "9e107d9d372bb6826bd81d3542a419d6", "note": "call +1 555 123 4567"},
          "x_blob": "{\"who\":\"Jane Doe\",\"deep\":\"{\\\"mail\\\":\\\"jane.doe@acme.com\\\",\\\"after\\\":\\\"J\\u00e4ne\\\"}\"}" }}}
        """#
    static let secrets = [
        "6f1c0a7e", "0123456789ab", "jane", "Jane", "doe", "Doe", "acme", "Édith", "Piaf", "Favourite", "Singer",
        "47.0", "vip", "1000000843115599", "a1ce7788", "203.0.113.77", "9e107d9d372bb682", "555 123", "J\\u00e4ne",
        "\\u00e4", "coins", "\\u0041ge", "x_session", "x_blob", "\"who\"",
    ]

    @Test("nothing of a person's is left, and everything of the mapping's is")
    func leavesNothing() throws {
        let redacted = try redact(RedactorTests.profile)
        for secret in RedactorTests.secrets { #expect(!redacted.contains(secret), "\(secret) is left") }
        for kept in [
            #""type": "adapty_analytics_profile""#, #""is_active": 1"#, #""store": "app_store""#,
            #""activated_at": "2021-07-15T19:28:30.000000+0000""#, #""cancellation_reason": "billing_error""#,
            #""price": 9.90"#, #".0, ""#,
        ] {
            #expect(redacted.contains(kept), "\(kept) is gone")
        }
        let (before, after) = (
            try JSONScanner.index(Array(RedactorTests.profile.utf8)), try JSONScanner.index(Array(redacted.utf8))
        )
        #expect(before.nodes.map(\.kind) == after.nodes.map(\.kind))
        #expect(try redact(RedactorTests.profile) == redacted, "a key gives one answer")
        #expect(
            try Redactor(key: Array("another key for the same".utf8)).redact(Array(RedactorTests.profile.utf8))
                != Array(redacted.utf8))
    }

    @Test("equal texts stay equal, wherever they stand: ids, keys, addresses in texts in texts")
    func equalities() throws {
        let index = try JSONScanner.index(Array(try redact(RedactorTests.profile).utf8))
        func value(_ path: String...) throws -> Int { try path.reduce(0) { try #require(index.member($0, $1)) } }
        let attributes = try value("data", "attributes")
        #expect(index.text(try value("data", "id")) == index.text(try #require(index.member(attributes, "profile_id"))))
        let level = try #require(
            index.members(try value("data", "attributes", "paid_access_levels")).first { _ in true })
        #expect(index.name(level.name) == index.text(try #require(index.member(level.value, "id"))))
        let mail = try #require(index.text(try value("data", "attributes", "customer_user_id")))
        #expect(mail.hasSuffix(".example.com"))
        let last = try #require(index.members(attributes).reduce(nil) { $1 } as JSONIndex.Member?)
        let blob = try #require(index.text(last.value))
        let inner = try JSONScanner.index(Array(blob.utf8))
        let deep = try JSONScanner.index(
            Array(try #require(inner.members(0).dropFirst().first { _ in true }.flatMap { inner.text($0.value) }).utf8))
        #expect(deep.members(0).first { _ in true }.flatMap { deep.text($0.value) } == mail)
        let purchases = try #require(
            index.members(try value("data", "attributes", "non_subscriptions")).first { _ in true })
        let purchase = try #require(index.elements(purchases.value).first)
        #expect(index.name(purchases.name) == index.text(try #require(index.member(purchase, "vendor_product_id"))))
    }

    @Test(
        "a record with residue is taken back, redacted and upgraded again: nothing hides in the residue",
        arguments: [Dialect.sdk2, .sdk3])
    func residue(target: Dialect) throws {
        let original = Array(RedactorTests.profile.utf8)
        let redacted = try redactor.redact(try Migrator().upgrade(original, to: target).document)
        let text = String(decoding: redacted, as: UTF8.self)
        for secret in RedactorTests.secrets { #expect(!text.contains(secret), "\(secret) is left") }
        #expect(try redacted == Migrator().upgrade(redactor.redact(original), to: target).document)
        #expect(try Migrator().downgrade(redacted).documentWithoutResidue == redactor.redact(original))
    }

    @Test(
        "what cannot be proven is refused",
        arguments: [
            (#"{"_adapty_migration":{"mine":1},"profile_id":"p"}"#, MigrationError.Code.foreignResidue),
            (#"{"x":"Jane"}"#, .unrecognised), ("{", .truncated), ("[]", .unrecognised),
        ])
    func refused(text: String, code: MigrationError.Code) throws {
        let error = try #require(throws: MigrationError.self) { try redact(text) }
        #expect(error.code == code)
    }

    @Test("a record as deep as any is redacted, a deeper one is refused, and neither overflows the stack")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(#"{"event_type":"trial_started","x":"#.utf8) + Array(repeating: 0x5B, count: depth)
                + Array(#""Jane""#.utf8) + Array(repeating: 0x5D, count: depth) + [0x7D]
        }
        #expect(!String(decoding: try redactor.redact(nested(510)), as: UTF8.self).contains("Jane"))
        var options = MigrationOptions()
        options.maximumDepth = 100_000
        let error = try #require(throws: MigrationError.self) {
            try Redactor(key: RedactorTests.key, options: options).redact(nested(50_000))
        }
        #expect(error.code == .tooDeep)
    }

    @Test("JSON in texts is entered to any depth, and what is deeper still is a text like any other")
    func textsInTexts() throws {
        var text = #"{"mail":"jane@acme.com"}"#
        for _ in 0..<10 { text = "{\"a\":" + String(decoding: JSONText.encode(text), as: UTF8.self) + "}" }
        let redacted = try redact(#"{"event_type":"trial_started","x":"# + text + "}")
        #expect(!redacted.contains("jane") && !redacted.contains("acme"))
        #expect(try JSONScanner.index(Array(redacted.utf8)).nodes.count > 5)
    }

    @Test(
        "a name that Adapty does not have is replaced, however it is written",
        arguments: ["jane_doe", "jane", "Jane Doe", "jane-doe", "JANE", "janeDoe2"])
    func unknownNames(name: String) throws {
        for record in [
            #"{"profile_id":"p","paid_access_levels":{"x":{"id":"x","\#(name)":1}}}"#,
            #"{"event_type":"trial_started","\#(name)":{"\#(name)":null}}"#,
        ] {
            let redacted = try redact(record)
            #expect(!redacted.contains(name) && redacted.utf8.count == record.utf8.count)
        }
    }

    @Test("the advertising id of everybody who is not tracked stays")
    func zeros() throws {
        let zeros = "00000000-0000-0000-0000-000000000000"
        let redacted = try redact(
            #"{"event_type":"trial_started","idfa":"\#(zeros)","idfv":"00000000-0000-0000-0000-000000000001"}"#)
        #expect(redacted.contains(zeros) && !redacted.contains("000000000001"))
    }

    @Test(
        "an event without a profile stays one",
        arguments: [
            #"{"id":"flow_view_did_appear","view":{"placement_id":"jane","variation_id":"doe"}}"#,
            #"{"error":{"adapty_code":3,"message":"jane"}}"#, #"{"type":"user_cancelled"}"#,
        ])
    func sdkEvents(record: String) throws {
        let redacted = try redact(record)
        #expect(!redacted.contains("jane") && !redacted.contains("doe\""))
    }

    @Test("a short key is refused")
    func shortKey() throws {
        let error = try #require(throws: MigrationError.self) { try Redactor(key: Array("fifteen bytes !".utf8)) }
        #expect(error.code == .shortKey && error.remedy.contains("openssl"))
    }

    @Test("events keep their names and lose their people")
    func event() throws {
        let redacted = try redact(
            #"{"event_type":"subscription_cancelled","email":"jane@acme.com","profile_ip_address":"203.0.113.77","event_properties":{"price_usd":9.99,"store":"app_store","profile_ip_address":"203.0.113.77","store_country":"SE"},"user_attributes":{"Jane":"Doe"},"user_agent":"Mozilla/5.0 (Jane)"}"#
        )
        for secret in ["jane", "acme", "203.0.113.77", "\"SE\"", "Jane", "Doe", "Mozilla"] {
            #expect(!redacted.contains(secret), "\(secret) is left")
        }
        #expect(
            redacted.hasPrefix(#"{"event_type":"subscription_cancelled","email":""#)
                && redacted.contains(#""price_usd":9.99,"store":"app_store""#))
    }

    /// Generated documents per dialect and kind; each costs thousands of hashes.
    private static let documents = min(LawTests.count, 20)

    /// Texts with a digit or punctuation in them that are no dates: ids, addresses, tokens, texts.
    private static func secrets(_ document: [UInt8]) throws -> [String] {
        let index = try JSONScanner.index(document)
        return index.nodes.indices.compactMap { index.text($0) }.filter { text in
            text.utf8.count >= 6 && !RedactionWords.contains(text) && RedactionRole.of(text).isEmpty
                && !text.utf8.allSatisfy { (0x30...0x39).contains($0) || Array("TZ:.+- ".utf8).contains($0) }
                && Timestamp(text).microseconds == nil
                && text.utf8.contains { !(0x41...0x5A).contains($0 & 0xDF) && $0 != 0x5F && $0 != 0x20 && $0 != 0x2D }
                && text.unicodeScalars.contains { Alphabet.of($0.value) != nil }
        }
    }

    @Test(
        "fixtures of every dialect and kind stay what they are, and none of their texts survives",
        arguments: Fixture.everything)
    func fixtures(fixture: Fixture) throws {
        let document = try fixture.legacy()
        for range in try RecordList.ranges(in: document) ?? [document.indices] {
            let record = Array(document[range])
            let stated = try GoldenStatement.dialect(record, fixture.dialect)
            let redacted = try redactor.redact(record, from: stated)
            let (before, after) = (try JSONScanner.index(record), try JSONScanner.index(redacted))
            #expect(before.nodes.map(\.kind) == after.nodes.map(\.kind))
            let text = String(decoding: redacted, as: UTF8.self),
                words = Set(after.nodes.indices.compactMap { after.text($0) })
            for secret in try RedactorTests.secrets(record) {
                #expect(!words.contains(secret) && !text.contains(secret), "\(secret) is left")
            }
            #expect(try PayloadLaws().check(redacted, from: stated) == PayloadLaws().check(record, from: stated))
        }
    }

    /// The generator's texts and keys, each replaced by a secret of its own.
    private static func planted(_ sample: Sample, _ secrets: inout [String]) -> Sample {
        func secret() -> String {
            secrets.append(
                "jane"
                    + String(
                        String(secrets.count + 1000, radix: 20).map {
                            $0.isNumber ? Character(Unicode.Scalar(UInt8($0.wholeNumberValue ?? 0) + 0x75)) : $0
                        }) + "doe")
            return "\"\(secrets[secrets.count - 1])\""
        }
        switch sample {
        case .token(let token): return texts.contains(token) ? .token(secret()) : sample
        case .array(let elements): return .array(elements.map { planted($0, &secrets) })
        case .object(let members):
            return .object(members.map { (keys.contains($0.name) ? secret() : $0.name, planted($0.value, &secrets)) })
        }
    }

    private static let texts = Set(
        TableID.allCases.flatMap { Table[$0].rows.map { "\"\($0.id)\"" } } + [
            #""a\/b \u00e9 \ud83d\ude00""#, #""Žofie""#, #""1000000630116569""#, #""x""#,
        ])
    private static let keys: Set<String> = [
        #""premium""#, #""com.app.month:base""#, #""Ünï/~key""#, #""Is_Pro""#, #""naïve café""#,
    ]

    @Test(
        "generated documents of every dialect and kind stay what they are, and none of the secrets planted in them survives",
        arguments: LawTests.cases)
    func generated(test: LawTests.Case) throws {
        var redactions = 0, planted = 0
        for number in 0..<RedactorTests.documents {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 271, column: test.column, hasBugs: number % 2 == 1)
            var secrets: [String] = []
            let document = Array(
                RedactorTests.planted(generator.document(test.kind), &secrets).text(Sample.Style.all[number % 3]).utf8)
            guard (try? Migrator().detect(document, from: test.column.dialect)) != nil else { continue }
            let text = String(decoding: try redactor.redact(document, from: test.column.dialect), as: UTF8.self)
            for secret in secrets {
                #expect(!text.contains(secret), "\(secret) is left of \(String(decoding: document, as: UTF8.self))")
            }
            redactions += 1
            planted += secrets.count
        }
        #expect(redactions > RedactorTests.documents / 2 && planted > redactions)
    }

    @Test("a text that is to be kept stays, and no other becomes it")
    func kept() throws {
        let record = #"{"profile_id":"p","paid_access_levels":{"premium":{"id":"premium"},"silverx":{"id":"silverx"}}}"#
        let plain = try text(redactor.redact(Array(record.utf8)))
        #expect(!plain.contains("premium"))
        let keeping = try Redactor(key: RedactorTests.key, keeping: ["premium"])
        let kept = try text(keeping.redact(Array(record.utf8)))
        #expect(kept.contains(#""premium":{"id":"premium"}"#) && !kept.contains("silverx"))
        // What the plain redactor makes of the kept text comes from another text now, if from any.
        let standIn = try #require(plain.firstMatch(of: /"(\w{7})":\{"id":"\w{7}"/)?.1)
        let other = try text(
            keeping.redact(Array(record.replacing("silverx", with: standIn).utf8)))
        #expect(other.components(separatedBy: #""premium":{"#).count == 2)
        #expect(Redactor.keptWords.contains("is_active") && !Redactor.keptWords.contains("premium"))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The dialect to state for a record of a folder: none where recognition names it by itself.
private enum GoldenStatement {
    static func dialect(_ record: [UInt8], _ folder: Dialect) throws -> Dialect? {
        (try? Migrator().detect(record).dialect) == folder ? nil : folder
    }
}

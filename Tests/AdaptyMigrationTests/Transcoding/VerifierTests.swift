import Testing

@testable import AdaptyMigrationAccess
@_spi(Tools) @testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationStreams
@_spi(Tools) @testable import AdaptyMigrationTesting

/// The proof of a stream says what the laws say, and its look at access sees every planted fault.
@Suite("Verifier")
struct VerifierTests {
    @Test("finds what the laws find, whether the dialect is named or recognised", arguments: LawTests.cases)
    func agrees(test: LawTests.Case) throws {
        let verifier = Verifier(instants: [1_600_000_000_000_000]), laws = Laws(instants: [1_600_000_000_000_000])
        let named = Verifier(instants: laws.instants, from: test.column.dialect)
        let input = RecordBuffer()
        for number in 0..<max(5, LawTests.count / 4) {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 65_537, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            input.removeAll()
            input.append(document)
            let fast = Result { () throws(MigrationError) in try verifier.check(0..<document.count, of: input) }
            let general = Result { () throws(MigrationError) in try laws.check(document) }
            #expect(fast == general, "\(String(decoding: document, as: UTF8.self))")
            let fastNamed = Result { () throws(MigrationError) in try named.check(0..<document.count, of: input) }
            #expect(
                fastNamed
                    == Result { () throws(MigrationError) in try laws.check(document, from: test.column.dialect) },
                "\(String(decoding: document, as: UTF8.self))")
            let output = RecordBuffer(),
                upgraded = Result { () throws(MigrationError) in
                    try verifier.upgrade(0..<document.count, of: input, into: output).failures
                }
            #expect(upgraded == (output.bytes == document ? .success([]) : general))
            guard case .success = upgraded else { continue }
            let again = Result { () throws(MigrationError) in try verifier.check(0..<output.count, of: output) }
            #expect(
                again == Result { () throws(MigrationError) in try laws.check(output.bytes) },
                "\(String(decoding: output.bytes, as: UTF8.self))")
        }
    }

    /// What current records call something else, older ones drop: such a member goes down as it is and does not come up
    /// again.
    @Test(
        "a current record of which only its name says that it is one",
        arguments: [#"{"paid_access_levels":null}"#, #"{"subscriptions":{"s":{"reference_name":"Monthly"}}}"#])
    func named(text: String) throws {
        let verifier = Verifier(instants: [0], from: .sdk2), input = RecordBuffer()
        input.append(Array(text.utf8))
        let failures = try verifier.check(0..<input.count, of: input)
        #expect(failures.isEmpty)
    }

    /// The bytes that were made are judged.
    @Test(
        "a fault in the very bytes that were made is found, and its law named",
        arguments: [
            (#""is_active":true"#, #""is_active":false"#, 1), (#""is_active":true"#, #""is_active" :true"#, 1),
            (#","x":[]"#, "", 1), ("2030", "2031", 1), (#"\"7\""#, #"\"8\""#, 1),
            (#""profile_id":"p""#, #""id":"p""#, 1),
            (#""will_renew":false"#, #""will_renew":0"#, 5),
        ])
    func plantedByTranscoder(part: String, fault: String, law: Int) throws {
        let document =
            #"{"profile_id":"p","app_id":"a","x":[],"paid_access_levels":{"premium":{"id":"premium","is_active":true,"will_renew":0,"vendor_transaction_id":"7","expires_at":"2030-05-01T00:00:00.000+0000"}}}"#
        let verifier = Verifier(instants: [0]), input = RecordBuffer()
        input.append(Array(document.utf8))
        // The first record shows what comes.
        #expect(try verifier.check(0..<input.count, of: input).isEmpty)
        var isPlanted = false
        verifier.plant = { upgraded in
            let bad = upgraded.replacing(Array(part.utf8), with: Array(fault.utf8), maxReplacements: 1)
            isPlanted = upgraded != bad
            return bad
        }
        let failures = try verifier.check(0..<input.count, of: input)
        verifier.plant = nil
        #expect(isPlanted && failures.map(\.law).contains(law), "\(failures)")
        #expect(try verifier.check(0..<input.count, of: input).isEmpty)
    }

    /// Of current and newer records law 2 asks for the oldest dialect and back.
    @Test(
        "usual records are proven, and current ones, and newer ones",
        arguments: Realistic.usual + Realistic.upgraded + [Realistic.newer])
    func proves(_ document: Realistic.Document) throws {
        let verifier = Verifier(instants: [0]), input = RecordBuffer()
        input.append(document.bytes)
        for _ in 0..<3 { #expect(try verifier.check(0..<input.count, of: input).isEmpty) }
    }

    @Test("what was upgraded before is proven, too, and a fault in it found", arguments: Realistic.usual)
    func comesAgain(_ document: Realistic.Document) throws {
        let verifier = Verifier(instants: [0]), input = RecordBuffer()
        input.append(try Migrator().upgrade(document.bytes).document)
        for _ in 0..<3 { #expect(try verifier.check(0..<input.count, of: input).isEmpty) }
        verifier.plant = { $0.dropLast() + Array(#","x":1}"#.utf8) }
        let faulty = try verifier.check(0..<input.count, of: input)
        #expect(!faulty.isEmpty)
    }

    @Test(
        "a current record that went down to a dialect that was named comes up again",
        arguments: Realistic.upgraded + [Realistic.legacyEvent])
    func lowered(_ document: Realistic.Document) throws {
        let current = try Migrator().upgrade(document.bytes), verifier = Verifier(instants: [0]), input = RecordBuffer()
        for target in current.kind.dialects where target.age < current.target.age {
            input.removeAll()
            input.append(try Migrator().downgrade(current.documentWithoutResidue, to: target).document)
            for _ in 0..<2 {
                let output = RecordBuffer()
                #expect(try verifier.upgrade(0..<input.count, of: input, into: output).failures == [], "\(target)")
                #expect(output.bytes == current.documentWithoutResidue, "\(target)")
                #expect(
                    try verifier.check(0..<input.count, of: input) == Laws(instants: [0]).check(input.bytes),
                    "\(target)")
            }
        }
    }

    @Test("a record with escapes in its names is proven")
    func escapedNames() throws {
        let text = String(decoding: Realistic.wireProfile.bytes, as: UTF8.self),
            escaped = text.replacing("\"is_active\"", with: "\"is_\\u0061ctive\"")
        #expect(escaped != text)
        let verifier = Verifier(instants: [0]), input = RecordBuffer()
        input.append(Array(escaped.utf8))
        #expect(try verifier.check(0..<input.count, of: input).isEmpty)
    }

    @Test("hands out the bytes that it proved, behind what is there", arguments: Realistic.usual)
    func handsOut(_ document: Realistic.Document) throws {
        let verifier = Verifier(instants: [0]), input = RecordBuffer(), output = RecordBuffer(),
            upgraded = try Migrator().upgrade(document.bytes).document
        input.append(document.bytes)
        for _ in 0..<3 { #expect(try verifier.upgrade(0..<input.count, of: input, into: output).failures.isEmpty) }
        #expect(output.bytes == upgraded + upgraded + upgraded)
        #expect(verifier.counts.values.reduce(0, +) > 0)
    }

    @Test(
        "a target that has no place for the residue is proven with the residue beside",
        arguments: Realistic.usual.filter { $0.dialect != .webhookLegacy })
    func beside(_ document: Realistic.Document) throws {
        let verifier = Verifier(instants: [0], to: .sdk3Bridge), input = RecordBuffer(), output = RecordBuffer()
        input.append(document.bytes)
        let (outcome, failures) = try verifier.upgrade(0..<input.count, of: input, into: output)
        // The target says nothing of discounts, which is for law 7.
        #expect(outcome.isChanged && failures.allSatisfy { $0.law == 7 }, "\(failures)")
        #expect(output.bytes == (try Migrator().upgrade(document.bytes, to: .sdk3Bridge).document))
        verifier.plant = { $0.dropLast() + Array(#","x":1}"#.utf8) }
        #expect(try verifier.check(0..<input.count, of: input).contains { $0.law == 1 })
    }

    @Test("a record that stays as it is needs no proof")
    func unchanged() throws {
        let verifier = Verifier(instants: [0]), input = RecordBuffer(), output = RecordBuffer(),
            upgraded = try Migrator().upgrade(Realistic.wireProfile.bytes).document
        input.append(upgraded)
        #expect(try verifier.upgrade(0..<input.count, of: input, into: output).failures.isEmpty)
        #expect(output.bytes == upgraded)
    }

    private func sum(_ text: String) -> UInt64? { FastDigest.sum(Array(text.utf8)) }

    private static let profile =
        #"{"paid_access_levels":{"gold":{"id":"gold","is_active":true,"expires_at":"2022-10-30T15:14:32.000000+0000","will_renew":false,"is_lifetime":false,"is_refund":false,"starts_at":null}}}"#

    @Test(
        "old and new spellings of one meaning have one sum",
        arguments: [
            #"{"accessLevels":{"gold":{"isActive":1,"expiresAt":688835672,"willRenew":0,"isLifetime":false,"isRefund":"","startsAt":null}}}"#,
            #"{"accessLevels":{"gold":{"is\u0041ctive":true,"expires_\u0061t":"2022-10-30T15:14:32Z","willRenew":0,"isLifetime":false,"isRefund":"","startsAt":null}}}"#,
            #"{"data":{"attributes":{"paid_access_levels":{"gold":{"is_refund":false,"will_renew":false,"is_lifetime":0,"is_active":true,"starts_at":null,"expires_at":"2022-10-30T18:14:32+0300"}}}}}"#,
        ])
    func sameMeaning(_ text: String) { #expect(sum(text) == sum(VerifierTests.profile)) }

    @Test(
        "a planted fault changes the sum",
        arguments: [
            ("\"is_active\":true", "\"is_active\":false"), ("\"will_renew\":false", "\"will_renew\":true"),
            ("15:14:32", "15:14:33"), ("2022-10", "2022-11"),
            ("\"gold\":", "\"silver\":"), ("\"is_refund\":false,", ""), ("+0000", "+0100"),
            ("\"is_lifetime\":false", "\"is_lifetime\":true"),
            ("\"starts_at\":null", "\"starts_at\":\"2030-01-01T00:00:00.000+0000\""),
        ])
    func planted(_ old: String, _ new: String) throws {
        let parts = VerifierTests.profile.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let changed = parts.joined(separator: new)
        #expect(sum(changed) != sum(VerifierTests.profile))
        #expect(sum(changed) != nil)
    }

    private static let dictionaries =
        #"{"paid_access_levels":{"gold":{"id":"gold","vendor_product_id":"a","expires_at":"2022-10-30T15:14:32.000+0000"}},"subscriptions":{"a":{"vendor_product_id":"a","starts_at":null}},"non_subscriptions":{"b":[{"vendor_product_id":"b","is_refund":false},{"vendor_product_id":"b","is_refund":true}]}}"#
    private static let lists =
        #"{"access_levels":[{"access_level_id":"gold","store_product_id":"a","expires_at":"2022-10-30T15:14:32+0000"}],"subscriptions":[{"starts_at":null,"store_product_id":"a"}],"non_subscriptions":[{"store_product_id":"b","is_refund":false},{"store_product_id":"b","is_refund":true}]}"#

    @Test(
        "entries of API v2 stand under the names that they hold",
        arguments: [
            ("", "", true), ("\"access_level_id\":\"gold\"", "\"access_level_id\":\"silver\"", false),
            ("\"access_level_id\":\"gold\",", "", false), (":14:32", ":14:33", false),
            ("null,\"store_product_id\":\"a\"", "null,\"store_product_id\":\"b\"", false),
            ("\"is_refund\":true", "\"is_refund\":false", false),
            ("\"b\",\"is_refund\":true", "\"c\",\"is_refund\":true", false),
            ("\"access_levels\":[", "\"access_levels\":[{\"access_level_id\":\"silver\",\"expires_at\":null},", false),
        ])
    func lists(_ old: String, _ new: String, _ isSame: Bool) throws {
        let text = old.isEmpty ? VerifierTests.lists : VerifierTests.lists.replacing(old, with: new)
        #expect(old.isEmpty || text != VerifierTests.lists)
        let sum = try #require(FastDigest.sum(Array(text.utf8), isList: true))
        #expect((sum == self.sum(VerifierTests.dictionaries)) == isSame)
    }

    @Test(
        "products are summed alike, whether by their ids, with their prices as objects, or repeated for JavaScript",
        arguments: [
            (
                #"{"vendorProductIds":["a","b"]}"#,
                #"{"products":[{"vendor_product_id":"a"},{"vendor_product_id":"b"}]}"#, true
            ),
            (#"{"vendorProductIds":["a","b"]}"#, #"{"products":[{"vendor_product_id":"a"}]}"#, false),
            (#"{"vendorProductIds":["a"]}"#, #"{"products":[{"vendor_product_id":"c"}]}"#, false),
            (#"{"price":{"amount":4.99,"currencyCode":"USD"}}"#, #"{"price":4.99}"#, true),
            (#"{"price":{"amount":4.99}}"#, #"{"price":5.99}"#, false),
            (#"{"price":{"currencyCode":"USD"}}"#, "{}", true),
            (#"{"vendorId":"a","productIdentifiers":[{"vendorProductId":"a"}]}"#, #"{"vendor_product_id":"a"}"#, true),
            (#"{"vendorId":"b","productIdentifiers":[{"vendorProductId":"a"}]}"#, #"{"vendor_product_id":"a"}"#, false),
            (#"{"productIdentifiers":[{"vendorProductId":"a"}]}"#, "{}", true),
        ])
    func products(_ old: String, _ new: String, _ isSame: Bool) throws {
        let before = try #require(sum(old))
        #expect((before == sum(new)) == isSame)
    }

    @Test(
        "events are summed by what they mean",
        arguments: [
            ("subscription_cancelled", "subscription_expired", true),
            ("SUBSCRIPTION_CANCELED", "subscription_expired", true),
            ("auto_renew_off", "trial_renewal_cancelled", true),
            ("subscription_cancelled", "subscription_renewal_cancelled", false),
            ("trial_cancelled", "subscription_expired", false),
        ])
    func events(_ old: String, _ new: String, _ isSame: Bool) {
        func event(_ name: String) -> UInt64? {
            sum("{\"event_type\":\"\(name)\",\"event_properties\":{\"price_usd\":9.90}}")
        }
        #expect((event(old) == event(new)) == isSame)
    }
}

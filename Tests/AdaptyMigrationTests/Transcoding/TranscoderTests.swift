import Testing

@testable import AdaptyMigrationCore
@testable import AdaptyMigrationModels
@testable import AdaptyMigrationStreams
@testable import AdaptyMigrationTesting

/// The fast path answers what the general one answers, byte for byte, on every document of every dialect.
@Suite("Transcoder")
struct TranscoderTests {
    /// Every document goes through both paths nine times.
    private static let count = max(5, LawTests.count / 4)

    @Test("generated documents, up and down", arguments: LawTests.cases)
    func generated(test: LawTests.Case) {
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade), named = TwoPaths(.upgrade, from: test.column.dialect)
        for number in 0..<TranscoderTests.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 31_337, column: test.column, hasBugs: number % 2 == 1)
            let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8)
            for (name, difference) in [
                ("up", up.difference(document)), ("named", named.difference(document)),
                ("down", down.difference(document)),
            ] {
                guard difference == nil else { return report(name, test, number, document, difference) }
            }
            guard let migration = try? Migrator().upgrade(document, from: test.column.dialect),
                let residue = migration.residue
            else { continue }
            let upgraded = migration.document
            for (name, difference) in [("restored", down.difference(upgraded)), ("again", up.difference(upgraded))] {
                guard difference == nil else { return report(name, test, number, upgraded, difference) }
            }
            let edited = ResidueMember.embed(
                residue, in: MutationTests.mutant(of: migration.documentWithoutResidue, &generator.random))
            if let difference = down.difference(edited) { return report("edited", test, number, edited, difference) }
            let forged = MutationTests.mutant(of: upgraded, &generator.random)
            if let difference = down.difference(forged, isForged: true) ?? up.difference(forged) {
                return report("forged", test, number, forged, difference)
            }
        }
        #expect(up.accepted > TranscoderTests.count / 3)
    }

    /// Old clients are answered so: a current record goes down to a dialect that somebody names, and comes back up.
    @Test(
        "generated documents, down to a dialect that is named, and up again",
        arguments: LawTests.cases.filter { $0.kind != .promo })
    func named(test: LawTests.Case) {
        var up = TwoPaths(.upgrade), back = TwoPaths(.downgrade)
        for target in test.kind.dialects where target.age < target.hub.age {
            var down = TwoPaths(.downgrade, to: target),
                known = TwoPaths(.downgrade, from: test.column.dialect, to: target)
            for number in 0..<(TranscoderTests.count / 3) {
                var generator = DocumentGenerator(
                    seed: LawTests.seed &+ UInt64(number) &* 41_113, column: test.column, hasBugs: number % 2 == 1)
                let document = Array(generator.document(test.kind).text(Sample.Style.all[number % 3]).utf8),
                    upgraded = try? Migrator().upgrade(document, from: test.column.dialect).document
                for (name, source) in [("as it is", document), ("upgraded", upgraded ?? document)] {
                    for difference in [down.difference(source), known.difference(source)] where difference != nil {
                        return report("\(name) to \(target.rawValue)", test, number, source, difference)
                    }
                }
                guard let lowered = try? Migrator().downgrade(document, from: test.column.dialect, to: target),
                    let residue = lowered.residue
                else { continue }
                for (name, difference) in [
                    ("up again", up.difference(lowered.document)),
                    ("back", back.difference(lowered.document)),
                ] {
                    guard difference == nil else {
                        return report(
                            "\(name) from \(target.rawValue)", test, number, lowered.document, difference)
                    }
                }
                let edited = ResidueMember.embed(
                    residue, in: MutationTests.mutant(of: lowered.documentWithoutResidue, &generator.random))
                if let difference = back.difference(edited) {
                    return report("edited, from \(target.rawValue)", test, number, edited, difference)
                }
                let forged = MutationTests.mutant(of: lowered.document, &generator.random)
                if let difference = back.difference(forged, isForged: true) {
                    return report("forged, from \(target.rawValue)", test, number, forged, difference)
                }
            }
        }
    }

    private func report(
        _ name: String, _ test: LawTests.Case, _ number: Int, _ document: [UInt8], _ difference: String?
    ) {
        Issue.record(
            "\(name), \(test.testDescription), document \(number)\nsource  \(String(decoding: document, as: UTF8.self))\n\(difference ?? "")"
        )
    }

    @Test("mutants, up and down", arguments: Realistic.all)
    func mutants(_ document: Realistic.Document) throws {
        var random = SeededGenerator(seed: LawTests.seed &+ UInt64(document.name.utf8.count) &* 131)
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        let upgraded = try Migrator().upgrade(document.bytes).document
        for number in 0..<(TranscoderTests.count * 10) {
            let mutant = MutationTests.mutant(of: document.bytes, &random),
                current = MutationTests.mutant(of: upgraded, &random)
            if let difference = up.difference(mutant) {
                Issue.record("\(number): \(String(decoding: mutant, as: UTF8.self))\n\(difference)")
                return
            }
            if let difference = down.difference(current, isForged: true) {
                Issue.record("\(number): \(String(decoding: current, as: UTF8.self))\n\(difference)")
                return
            }
        }
    }

    @Test("what is usual takes the fast path, once it is known what comes", arguments: Realistic.usual)
    func isFast(_ document: Realistic.Document) throws {
        var up = TwoPaths(.upgrade), down = TwoPaths(.downgrade)
        let upgraded = try Migrator().upgrade(document.bytes).document
        for _ in 0..<3 { #expect(up.difference(document.bytes) == nil && down.difference(upgraded) == nil) }
        #expect(up.slowRecords <= 1)
        #expect(down.slowRecords == 0)
    }

    @Test("a record that was upgraded before stays as it is, in one go", arguments: Realistic.usual)
    func comesAgain(_ document: Realistic.Document) throws {
        var up = TwoPaths(.upgrade), upgraded = try Migrator().upgrade(document.bytes).document
        for _ in 0..<3 { #expect(up.difference(upgraded) == nil) }
        #expect(up.slowRecords == 0)
        upgraded += [0x20, 0x0D]
        #expect(
            up.difference(upgraded) == nil && up.difference(document.bytes) == nil && up.difference(upgraded) == nil)
        #expect(up.slowRecords <= 1)
    }

    @Test(
        "a record that was upgraded before has no other target than what it is", arguments: Realistic.usual,
        [Dialect.sdk2, .webhook])
    func comesAgain(_ document: Realistic.Document, to target: Dialect) throws {
        var up = TwoPaths(.upgrade, to: target)
        for _ in 0..<3 { #expect(up.difference(try Migrator().upgrade(document.bytes).document) == nil) }
    }

    @Test(
        "a record that was upgraded before and edited since is judged again",
        arguments: [
            // Its residue stands or is written otherwise.
            (#","_adapty_migration":{"#, #", "_adapty_migration":{"#),
            (#","_adapty_migration":{"#, #" ,"_adapty_migration":{"#),
            (#","_adapty_migration":{"#, #","_adapty_migration": {"#), (#""}}"#, #""} }"#),
            (#""}}"#, #""},"x":1}"#), (#""hash":"#, #""hash" :"#), (#""original":"{"#, #""original":"["#),
            (#"{"v":1,"#, #"{"v":1, "#), (#"{"v":1,"#, #"{"v":2,"#), (#"{"v":1,"#, #"{"v":1.0,"#),
            (#",\"vendor_transaction_id"#, #",\u0022vendor_transaction_id"#), (#"\"7\""#, #"\"\/\""#),
            (#"\"7\""#, #"\"\b\""#), (#"\"7\""#, #"\"\\u0008\""#), (#"\"7\""#, #"\"\\n\""#),
            (#"\"7\""#, #"\"\u0008\""#), (#"\"7\""#, #"\"7\",\"vendor_transaction_id\":\"8\""#), (#"\"7\""#, #"\"7"#),
            (#""from":"sdk1-wire""#, #""from":"sdk1-stored""#), (#""from":"sdk1-wire""#, #""from":"sdk9""#),
            (#""to":"sdk2""#, #""to":"sdk3""#), (#""kind":"profile""#, #""kind":"product""#),
            // Its members say something else, or what an upgrade changes.
            (#""is_active":false"#, #""is_active":true"#), (#""is_active":false"#, #""is_active":0"#),
            (#""is_active":false"#, #""is_active":false,"is_active":false"#),
            (#""is_active":false"#, #""isActive":false"#),
            (#""profile_id":"p""#, #""profile_id":"q""#),
            (#""profile_id":"p""#, #""profile_id":"p","x":{"_adapty_migration":{}}"#),
            (#""profile_id":"p""#, #""profile_id":"p","vendor_transaction_id":"9""#),
            (#"{"premium":{"#, #"{"gold":{},"premium":{"#),
        ])
    func comesAgainEdited(part: String, edit: String) throws {
        let document =
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":0,"vendor_transaction_id":"7"}}}"#
        let
            upgraded = String(
                decoding: try Migrator().upgrade(Array(document.utf8)).document, as: UTF8.self),
            edited = upgraded.replacing(part, with: edit)
        #expect(edited != upgraded)
        var up = TwoPaths(.upgrade)
        for text in [upgraded, edited, document, edited, upgraded] {
            if let difference = up.difference(Array(text.utf8)) { Issue.record("\(difference)\n\(text)") }
        }
    }

    @Test(
        "a profile of SDK 3 stays as it is: on the fast path, and on the general one where SDK 3 itself would write it otherwise",
        arguments: [
            (
                #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1731000000000,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"offer_id":null}}}"#,
                true
            ),
            (
                #"{"profile_id":"p","segment_hash":"h","is_test_user":true,"timestamp":1,"applied_attribution_sources":["apple_search_ads"],"subscriptions":null,"custom_attributes":{}}"#,
                true
            ),
            (
                #"{"profile_id":"p","segment_hash":"h","is_test_user":false,"timestamp":1,"paid_access_levels":{"premium":{"id":"premium","is_active":true,"expires_at":"2024-12-24T10:50:23Z"}}}"#,
                false
            ),
        ])
    func staysNewer(text: String, isFast: Bool) throws {
        var up = TwoPaths(.upgrade), raised = TwoPaths(.upgrade, to: .sdk2), named = TwoPaths(.upgrade, from: .sdk3),
            down = TwoPaths(.downgrade), lowered = TwoPaths(.downgrade, to: .sdk1Wire)
        let document = Array(text.utf8)
        #expect(try Migrator().detect(document).dialect == .sdk3)
        for _ in 0..<3 {
            for difference in [
                up.difference(document), raised.difference(document), named.difference(document),
                down.difference(document), lowered.difference(document),
            ] { #expect(difference == nil) }
        }
        #expect(!isFast || up.slowRecords <= 1)
        #expect(!isFast || down.slowRecords <= 1)
        #expect(up.counts == [.newerThanTarget: 3])
    }

    @Test(
        "current records go down to a dialect that is named, once it is known what comes",
        arguments: Realistic.upgraded, [Dialect.sdk1Wire, .sdk1Stored, .sdk1Bridge])
    func isFastDown(_ document: Realistic.Document, _ target: Dialect) throws {
        var down = TwoPaths(.downgrade, to: target), back = TwoPaths(.downgrade),
            lowered = try Migrator().downgrade(document.bytes, to: target)
        #expect(lowered.residue != nil && lowered.target == target)
        for _ in 0..<3 {
            #expect(down.difference(document.bytes) == nil && back.difference(lowered.document) == nil)
        }
        #expect(down.slowRecords <= 1)
        #expect(back.slowRecords == 0)
        // Under another residue it is another record.
        lowered = try Migrator().upgrade(Realistic.wireProfile.bytes)
        #expect(down.difference(lowered.document) == nil)
    }

    @Test(
        "a record is taken for what it is, whatever the one before it was", arguments: Realistic.usual, Realistic.usual)
    func mixed(_ first: Realistic.Document, _ second: Realistic.Document) {
        var up = TwoPaths(.upgrade)
        for _ in 0..<3 { #expect(up.difference(first.bytes) == nil && up.difference(second.bytes) == nil) }
        #expect(up.slowRecords <= 1)
    }

    /// An `id` is dropped where the envelope has the profile's, and is the profile's where nothing else has it.
    @Test(
        "what a record's id is, the one before it does not say",
        arguments: [
            #"{"data":{"attributes":{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"attributes":{"id":"a","profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}"#,
            #"{"id":"a","id":"b","paid_access_levels":{"premium":{"is_active":1}}}"#,
        ])
    func guessedID(text: String) {
        var up = TwoPaths(.upgrade, from: .sdk1Wire)
        let before = Array(
            #"{"data":{"id":"e","type":"t","attributes":{"id":"a","profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#
                .utf8)
        for record in [before, before, Array(text.utf8), before, Array(text.utf8)] {
            #expect(up.difference(record) == nil)
        }
        #expect(up.accepted == 5)
    }

    @Test(
        "an id in the record, in the envelope or in both is settled on the fast path",
        arguments: [
            #"{"data":{"id":"e","type":"t","attributes":{"id":"a","profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"profile_id":"p","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            // A member of another object, or a text, is not the record's id.
            #"{"data":{"id":"e","type":"t","attributes":{"custom_attributes":{"profile_id":"x"},"paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"id":"e","type":"t","attributes":{"customer_user_id":"profile_id","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"data":{"attributes":{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}}}"#,
            #"{"id":"a","paid_access_levels":{"premium":{"is_active":1}}}"#,
        ])
    func settledID(text: String) {
        var up = TwoPaths(.upgrade, from: .sdk1Wire)
        for _ in 0..<6 { #expect(up.difference(Array(text.utf8)) == nil) }
        #expect(up.slowRecords <= 1)
    }

    @Test(
        "what was before the first member that stayed comes back there, on the fast path",
        arguments: [
            #"{"app_id":"a","profile_id":"p","customer_user_id":"u","paid_access_levels":{"premium":{"id":"premium","is_active":1}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"premium":{"vendor_transaction_id":"7","id":"premium","store":"app_store","is_active":1}}}"#,
            #"{"profile_id":"p","paid_access_levels":{"premium":{"vendor_transaction_id":"7","id":"premium","store":"app_store","x_extra":{}}}}"#,
        ])
    func startCut(text: String) throws {
        let document = Array(text.utf8)
        let upgraded = try Migrator().upgrade(document, from: .sdk1Wire).document
        var down = TwoPaths(.downgrade)
        #expect(down.difference(upgraded) == nil)
        #expect(try Migrator().downgrade(upgraded).documentWithoutResidue == document)
        #expect(down.slowRecords == 0)
    }

    @Test(
        "an edited configuration of a paywall wins, and the rest comes back",
        arguments: [
            // As it was made, and edits of the text.
            (#""remote_config":{"lang":"en","data":"{}"}"#, true),
            (#""remote_config":{"lang":"en","data":"[\"]}\\"}"#, false), (#""remote_config":null"#, false),
            // Gone, another locale, order, white space or member, and no text.
            (#""x":1"#, false), (#""remote_config":{"lang":"de","data":"{}"}"#, false),
            (#""remote_config":{"data":"{}","lang":"en"}"#, false),
            (#""remote_config":{"lang":"en","data":"{}" }"#, false),
            (#""remote_config":{"lang":"en","data":"{}","x":"y"}"#, false),
            (#""remote_config":{"lang":"en","data":{"a":"b"}}"#, false),
            (#""remote_config":{"lang":"en","data":["a"]}"#, false),
            (#""remote_config":{"lang":"en"}"#, false), (#""remote_config":{"lang":"en","data":null}"#, false),
            (#""remote_config":"{}""#, false), (#""remote_config":[]"#, false),
            // An old spelling, in its place or beside it.
            (#""custom_payload":"{}""#, false),
            (#""remote_config":{"lang":"en","data":"{}"},"custom_payload":null"#, false),
            (#""remote_config":null,"is_promo":true"#, false),
            (#""remote_config":null,"visual_paywall":null"#, false),
        ],
        [
            #"{"developer_id":"d","variation_id":"v","is_promo":false,"custom_payload":"{}","visual_paywall":""}"#,
            #"{"developer_id":"d","custom_payload":"{}","is_promo":1,"is_promo":0,"visual_paywall":null,"variation_id":"v"}"#,
        ])
    func configuration(edit: (member: String, isFast: Bool), text: String) throws {
        let upgraded = String(
            decoding: try Migrator().upgrade(Array(text.utf8), from: .sdk1Wire).document, as: UTF8.self)
        let edited = upgraded.replacing(#""remote_config":{"lang":"en","data":"{}"}"#, with: edit.member)
        #expect((edited == upgraded) == (edit.member == #""remote_config":{"lang":"en","data":"{}"}"#))
        var down = TwoPaths(.downgrade)
        #expect(down.difference(Array(edited.utf8)) == nil)
        #expect(down.slowRecords <= (edit.isFast ? 0 : 1))
    }

    @Test(
        "what a forged residue makes of a record, both paths say",
        arguments: [
            "{}", "[]", "7", "", "{", #"{"a":1}"#, #"{"data":{"attributes":{}}}"#, #"{"event_type":"trial_started"}"#,
            #"{"profile_id":"q","paid_access_levels":{}}"#, #"{"profile_id":"p","app_id":"b"}"#,
            #"{"profile_id":"p","profile_id":"q"}"#, #"{"data":[{"variation_id":"v","developer_id":"d"}]}"#,
            #"{"developer_id":"d","variation_id":"v"}"#, #"{"profile_id":"p","_adapty_migration":{}}"#,
        ],
        ["profile", "paywall", "paywalls", "promo", "event"])
    func forged(original: String, kind: String) {
        var down = TwoPaths(.downgrade), up = TwoPaths(.upgrade)
        for record in [#""profile_id":"p","app_id":"a""#, #""developer_id":"d","variation_id":"v","products":[]"#] {
            let right = Fingerprint.digits(Residue.hash(Array("{\(record)}".utf8)))
            for hash in ["9f86d081884c7d65", right] {
                let residue = ForeignResidueTests.residue(kind: kind, hash: hash, original: original)
                let document = Array(#"{\#(record),"_adapty_migration":\#(residue)}"#.utf8)
                #expect(down.difference(document) == nil && up.difference(document) == nil)
            }
        }
    }

    @Test(
        "what becomes of an edited record of API v2, both paths say",
        arguments: [
            (#""active_introductory_offer_type":"t""#, #""active_introductory_offer_type":"other""#),
            (#""active_introductory_offer_type":"t""#, #""active_introductory_offer_type":null"#),
            (
                #""active_introductory_offer_type":"t""#,
                #""active_introductory_offer_type":"t","active_promotional_offer_id":"i""#
            ), (#""active_introductory_offer_type":"t""#, #""active_promotional_offer_id":"i""#),
            (#""active_introductory_offer_type":"t""#, #""active_promotional_offer_type":"t""#),
            (#""active_introductory_offer_type":"t""#, #""offer":null"#),
            (#""active_introductory_offer_type":"t""#, #""x":1"#),
            (#""active_introductory_offer_type":"t""#, #""active_introductory_offer_type":  "t""#),
            (#""is_sandbox":true"#, #""is_sandbox":false"#), (#""is_sandbox":true"#, #""is_sandbox":1"#),
            (#""is_sandbox":true"#, #""is_sandbox":"Sandbox""#),
            (#""is_sandbox":true"#, #""is_sandbox":true,"active_introductory_offer_type":"u""#),
            (
                #""is_sandbox":true"#,
                #""active_promotional_offer_type":"u","is_sandbox":true,"active_promotional_offer_id":"v""#
            ),
            (#"{"b":{"#, #"{"c":{"#), (#"{"b":{"#, #"{"b":  {"#),
            (#"{"b":{"#, #"{"a":{"vendor_product_id":"a"},"b":{"#), (#"{"b":{"#, #"{"\u0062":{"#),
            (#""vendor_product_id":"b""#, #""vendor_product_id":"a""#), (#""vendor_product_id":"b","#, ""),
            (#""coins":[{"#, #""coins":[{"vendor_product_id":"coins","purchase_id":"0"},{"#),
            (#""coins":[{"#, #""coins":{"a":{"#), (#""coins":[{"#, #""none":[],"coins":[{"#),
            (#""coins":[{"#, #""none":null,"coins":[{"#),
            (#""purchase_id":"1""#, #""purchase_id":"2""#), (#"{"a":1,"b":[]}"#, #"{"a":2}"#),
            (#"{"a":1,"b":[]}"#, "{}"), (#"{"a":1,"b":[]}"#, "[]"), (#"{"a":1,"b":[]}"#, #"{"a": 1}"#),
            (#"{"a":1,"b":[]}"#, #"{"a":1,"a":2}"#),
            (#""renewed_at":"2024-12-24T10:50:23.000+00:00""#, #""renewed_at":"2025-12-24T10:50:23.000+00:00""#),
            (#""renewed_at":"2024-12-24T10:50:23.000+00:00""#, #""renewed_at":"2024-12-24T10:50:23+00:00""#),
        ])
    func editsOfV2(part: String, edit: String) throws {
        let document =
            #"{"profile_id":"p","segment_hash":"h","timestamp":1,"custom_attributes":[{"key":"a","value":1},{"key":"b","value":[]}],"access_levels":[{"access_level_id":"premium","store_transaction_id":"7","offer":{"category":"introductory","type":"t","id":null},"environment":"Sandbox","purchased_at":"2024-12-24T10:50:23+00:00"}],"subscriptions":[{"store_product_id":"b","offer":null,"environment":"Sandbox"}],"non_subscriptions":[{"store_product_id":"coins","purchase_id":"1","price":3},{"store_product_id":"coins","purchase_id":"2","environment":"Sandbox"}]}"#
        let plain = Array(document.utf8),
            turned = plain.replacing(
                #"{"category":"introductory","type":"t","id":null}"#.utf8,
                with: #"{"id":null,"type":"t","category":"introductory"}"#.utf8)
        #expect(turned != plain)
        for (document, part) in [
            (plain, Array(part.utf8)), (turned, Array(part.utf8)),
            (Realistic.spaced(plain), Realistic.spaced(Array(part.utf8))),
            (Realistic.spaced(turned), Realistic.spaced(Array(part.utf8))),
        ] {
            let upgraded = try Migrator().upgrade(document).document,
                edited = upgraded.replacing(part, with: edit.utf8)
            #expect(edited != upgraded)
            var down = TwoPaths(.downgrade)
            #expect(down.difference(edited) == nil)
            #expect(down.difference(upgraded) == nil)
        }
    }

    @Test(
        "the older configuration of SDK 2 comes back as it was, and as what it was edited to",
        arguments: [#""custom_payload":null"#, #""custom_payload":"{}""#],
        ["null", #"{"lang":"en","data":"[]"}"#, #"{"lang":"de","data":"[]"}"#])
    func olderConfiguration(member: String, edit: String) throws {
        let text =
            #"{"developer_id":"d","variation_id":"v","revision":1,"paywall_updated_at":1,"products":[],\#(member)}"#
        let upgraded = String(
            decoding: try Migrator().upgrade(Array(text.utf8), from: .sdk2).document, as: UTF8.self)
        let configuration = member.hasSuffix("null") ? "null" : #"{"lang":"en","data":"{}"}"#
        #expect(upgraded.contains("\"remote_config\":\(configuration)"))
        var down = TwoPaths(.downgrade)
        for document in [
            upgraded, upgraded.replacing("\"remote_config\":\(configuration)", with: "\"remote_config\":\(edit)"),
        ] { #expect(down.difference(Array(document.utf8)) == nil) }
    }

    @Test(
        "wherever the residue goes, the document is the same and takes no detour", arguments: [true, false])
    func residue(embedsResidue: Bool) throws {
        let transcoder = Transcoder(.upgrade, embedsResidue: embedsResidue), input = RecordBuffer(),
            output = RecordBuffer()
        let document = Realistic.wireProfile.bytes, upgraded = try Migrator().upgrade(document)
        input.append(document)
        for _ in 0..<3 {
            output.removeAll()
            _ = try transcoder.convert(0..<input.count, of: input, into: output)
            #expect(output.bytes == (embedsResidue ? upgraded.document : upgraded.documentWithoutResidue))
        }
        #expect(transcoder.slowRecords <= 1)
    }
}

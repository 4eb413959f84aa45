import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationStreams

/// What no decoder of SDK 2 and 3 reads stays in a current record, as it is.
@Suite("Passed fields")
struct PassedFieldTests {
    /// A list by hand, so that a row that is passed by mistake is seen.
    @Test("what SDK 2 and SDK 3 pass, by table")
    func list() {
        func passed(_ column: Column) -> [TableID: [String]] {
            TableID.allCases.reduce(into: [:]) { all, table in
                let names = Table[table].rows.filter { $0.isPassed(in: column) }.compactMap { $0.name(in: column) }
                if !names.isEmpty { all[table] = names }
            }
        }
        var expected: [TableID: [String]] = [
            .profile: [
                "app_id", "total_revenue_usd", "promotional_offer_eligibility", "introductory_offer_eligibility",
                "apple_validation_result",
            ],
            .accessLevel: ["vendor_transaction_id", "vendor_original_transaction_id", "environment"],
            .subscription: ["reference_name", "price"],
            .nonSubscription: ["vendor_original_transaction_id", "price"],
            .paywall: ["is_promo", "visual_paywall"],
            .product: ["localized_introductory_price"], .reference: ["localized_introductory_price"],
        ]
        #expect(passed(.sdk2) == expected)
        expected[.paywall]?.append("use_paywall_builder")
        for table in [TableID.product, .reference] {
            expected[table] = ["introductory_offer_eligibility", "timestamp", "localized_introductory_price"]
        }
        #expect(passed(.sdk3) == expected)
        #expect(passed(.sdk3Bridge).isEmpty && passed(.sdk3BridgeFlat).isEmpty && passed(.serverV2).isEmpty)
    }

    @Test("a current record with all of them stays byte for byte, without a residue", arguments: PassedRecord.current)
    func stays(record: PassedRecord) throws {
        var paths = TwoPaths(.upgrade)
        #expect(paths.difference(record.document) == nil)
        for from in [nil, record.dialect] {
            for to in [nil, record.dialect] {
                let migration = try Migrator(MigrationOptions(strict: true, keepsLedger: true)).upgrade(
                    record.document, from: from, to: to)
                #expect(migration.document == record.document)
                #expect(migration.losses.isEmpty)
            }
        }
    }

    @Test("a profile of SDK 2 with all of them needs no change for SDK 3")
    func newer() throws {
        let record = PassedRecord.current[0]
        #expect(try Migrator().upgrade(record.document, from: .sdk2, to: .sdk3).document == record.document)
    }

    // MARK: Values are not judged

    /// Forms that a field never had. Those that it had, `1` and `""` for a flag, get the one of today.
    static let values = ["5", "1.5", #""x""#, "[]", #"{"a":1}"#, "null"]

    @Test(
        "any value stays, also under strict, and is not counted as unreadable", arguments: PassedRecord.current, values)
    func anyValue(record: PassedRecord, value: String) throws {
        for (name, edited) in record.members {
            let document = Array(edited(value).utf8)
            let migration = try Migrator(MigrationOptions(strict: true, keepsLedger: true)).upgrade(
                document, from: record.dialect)
            #expect(migration.document == document, "\(name)")
            #expect(migration.ledger.counts[.unreadable] == nil, "\(name)")
            var paths = TwoPaths(.upgrade, from: record.dialect)
            #expect(paths.difference(document) == nil, "\(name)")
            let index = try JSONScanner.index(document)
            #expect(
                UnreadableFields.all(index, 0, migration.kind.table, record.dialect.column).isEmpty, "\(name)")
        }
    }

    @Test("what an older dialect sends is not judged either", arguments: values)
    func olderValues(value: String) throws {
        let document = Array(#"{"profile_id":"p","app_id":\#(value),"paid_access_levels":{}}"#.utf8)
        for dialect in [Dialect.sdk1Wire, .serverV1, .serverV2] where dialect != .serverV2 || value != "null" {
            let text = dialect == .serverV2 ? #"{"profile_id":"p","app_id":\#(value)}"# : nil
            let old = text.map { Array($0.utf8) } ?? document
            let migration = try Migrator(MigrationOptions(strict: true, keepsLedger: true)).upgrade(old, from: dialect)
            #expect(migration.document == old)
            #expect(migration.ledger.counts[.unreadable] == nil)
        }
    }

    @Test("a record for one version of the SDK keeps any value as it is", arguments: PassedRecord.current, values)
    func readable(record: PassedRecord, value: String) throws {
        let version = SDKVersion(record.dialect == .sdk3 ? "3.12.0" : "2.8.0")
        for (name, edited) in record.members {
            let made = try Migrator(MigrationOptions(readableBy: version)).upgrade(
                Array(edited(value).utf8), from: record.dialect)
            let text = String(decoding: made.documentWithoutResidue, as: UTF8.self)
            #expect(text.contains("\"\(name)\":\(value),"), "\(name): \(text)")
        }
    }

    // MARK: Older records, edits, and absence

    @Test("an older record has them under the names of the wire, in the form of today", arguments: PassedUpgrade.all)
    func older(test: PassedUpgrade) throws {
        var paths = TwoPaths(.upgrade, from: test.dialect, to: test.current.dialect)
        #expect(paths.difference(Array(test.old.utf8)) == nil)
        let made = try test.upgraded()
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self) == test.current.text)
        #expect(made.losses.isEmpty)
        #expect(try Migrator().downgrade(made.document).document == Array(test.old.utf8))
    }

    @Test("who writes only what its types have gives the original back, and is told", arguments: PassedUpgrade.all)
    func absent(test: PassedUpgrade) throws {
        let restored = try test.downgraded(test.current.typed)
        #expect(restored.document == Array(test.old.utf8))
        #expect(restored.ledger.counts[.restored] == test.current.members.count)
        for (name, edited) in test.current.members {
            let restored = try test.downgraded(edited(nil))
            #expect(restored.document == Array(test.old.utf8), "\(name)")
            let told = restored.ledger.entries.filter { $0.action == .restored }.map(\.path)
            #expect(told.count == 1 && told[0].hasSuffix("/\(name)"), "\(told)")
        }
    }

    @Test("another purchase in the place of one inherits nothing of it")
    func replaced() throws {
        let old =
            #"{"profile_id":"p","paid_access_levels":{},"non_subscriptions":{"c":[{"purchase_id":"1","vendor_product_id":"c","is_one_time":1,"vendor_original_transaction_id":"A","price":1}]}}"#
        let residue = try #require(try Migrator().upgrade(Array(old.utf8), from: .sdk1Wire).residue)
        let edited =
            #"{"profile_id":"p","paid_access_levels":{},"non_subscriptions":{"c":[{"purchase_id":"9","vendor_product_id":"c","is_consumable":true}]}}"#
        let back = try Migrator().downgrade(ResidueMember.embed(residue, in: Array(edited.utf8)))
        #expect(
            String(decoding: back.document, as: UTF8.self)
                == #"{"profile_id":"p","paid_access_levels":{},"non_subscriptions":{"c":[{"purchase_id":"9","vendor_product_id":"c","is_one_time":1}]}}"#
        )
    }

    @Test("null and another value are edits", arguments: PassedUpgrade.all, ["null", #""EDITED""#, "4711", "false"])
    func edits(test: PassedUpgrade, value: String) throws {
        let made = try test.upgraded()
        for (name, edited) in test.current.members where edited(value) != test.current.text {
            // SDK 1 had this one as a flag, so it gets the form of today.
            if name == "introductory_offer_eligibility", value == "false", test.dialect == .sdk2 { continue }
            let restored = try test.downgraded(edited(value))
            #expect(restored.document != Array(test.old.utf8), "\(name)")
            #expect(restored.ledger.counts[.dropped] ?? restored.ledger.counts[.restored] == nil, "\(name)")
            let again = try Migrator().upgrade(restored.document, from: test.dialect, to: test.current.dialect)
            #expect(String(decoding: again.documentWithoutResidue, as: UTF8.self) == edited(value))
            let fault = try EditedReturn(
                Array(test.old.utf8), made, Array(edited(value).utf8), restored,
                try #require(Column.allCases.first { $0.dialect == test.dialect })
            ).fault()
            #expect(fault == nil, "\(name)")
        }
    }

    @Test("entries that a typed program moved keep their own, by their identity")
    func moved() throws {
        func paywall(_ id: String, _ own: String) -> String {
            #"{"attributes":{"developer_id":"d","variation_id":"\#(id)",\#(own)"products":[]}}"#
        }
        let a = paywall("a", #""is_promo":1,"visual_paywall":"<a>","#), b = paywall("b", #""is_promo":0,"#)
        let upgraded = try Migrator().upgrade(Array(#"{"data":[\#(a),\#(b)]}"#.utf8), from: .sdk1Wire)
        let typed = #"{"data":[\#(paywall("b", "")),\#(paywall("a", ""))]}"#
        let restored = try Migrator().downgrade(try upgraded.edited(typed))
        #expect(String(decoding: restored.document, as: UTF8.self) == #"{"data":[\#(b),\#(a)]}"#)
    }

    @Test("an entry that was removed takes its own along")
    func removed() throws {
        func profile(_ purchases: String...) -> String {
            #"{"profile_id":"p","paid_access_levels":{},"non_subscriptions":{"c":[\#(purchases.joined(separator: ","))]}}"#
        }
        let first = #"{"purchase_id":"1","vendor_original_transaction_id":"7","is_one_time":1}"#,
            second = #"{"purchase_id":"2","vendor_original_transaction_id":"8","is_one_time":0}"#
        let upgraded = try Migrator().upgrade(Array(profile(first, second).utf8), from: .sdk1Wire)
        let edited = profile(#"{"purchase_id":"2","is_consumable":false}"#)
        let restored = try Migrator().downgrade(try upgraded.edited(edited))
        #expect(String(decoding: restored.document, as: UTF8.self) == profile(second))
    }

    // MARK: An id beside the profile's

    static let beside = [
        #"{"id":"x","profile_id":"x","paid_access_levels":{}}"#,
        #"{"id":"x","profile_id":"x","total_revenue_usd":1.50,"paid_access_levels":{}}"#,
        #"{"profile_id":"x","id":"x","app_id":"a","paid_access_levels":{"premium":{"id":"premium","is_active":true}}}"#,
        #"{"id":"row 7","profile_id":"x","paid_access_levels":{"premium":{"id":"premium","is_active":true,"base_plan_id":"b"}}}"#,
        #"{"id":null,"profile_id":"x","paid_access_levels":{},"subscriptions":{}}"#,
    ]

    @Test("an id beside profile_id stays, says no tie, and needs no residue", arguments: beside)
    func idBeside(text: String) throws {
        let document = Array(text.utf8)
        for from in [nil, Dialect.sdk1Wire, .serverV1, .sdk2] {
            var paths = TwoPaths(.upgrade, from: from)
            #expect(paths.difference(document) == nil)
            #expect(try Migrator().upgrade(document, from: from).document == document)
        }
    }

    @Test("beside it an edit of either is an edit of that one alone", arguments: [Dialect.sdk1Wire, .serverV1])
    func editedIDs(dialect: Dialect) throws {
        let old =
            #"{"id":"x","profile_id":"x","non_subscriptions":{"c":[{"purchase_id":"1","is_one_time":true}]}}"#
        let upgraded = try Migrator().upgrade(Array(old.utf8), from: dialect)
        let current = String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
        #expect(current == old.replacing("is_one_time", with: "is_consumable"))
        for (from, to) in [
            (#""id":"x""#, #""id":"y""#), (#""profile_id":"x""#, #""profile_id":"y""#), (#""id":"x","#, ""),
            (#""id":"x""#, #""id":null"#),
        ] {
            let restored = try Migrator().downgrade(try upgraded.edited(current.replacing(from, with: to)))
            #expect(String(decoding: restored.document, as: UTF8.self) == old.replacing(from, with: to))
        }
    }

    @Test("without profile_id it is the profile's", arguments: [Dialect.sdk1Wire, .serverV1])
    func idAlone(dialect: Dialect) throws {
        let old = Array(#"{"id":"x","total_revenue_usd":1.50,"paid_access_levels":{}}"#.utf8)
        let upgraded = try Migrator().upgrade(old, from: dialect)
        #expect(
            String(decoding: upgraded.documentWithoutResidue, as: UTF8.self)
                == #"{"profile_id":"x","total_revenue_usd":1.50,"paid_access_levels":{}}"#)
        #expect(try Migrator().downgrade(upgraded.document).document == old)
    }

    // MARK: Other targets

    static let targets = [
        (Dialect.serverV1, PassedRecord.small.text.replacing("is_consumable", with: "is_one_time"), [String]()),
        (
            .serverV2,
            #"{"profile_id":"p","app_id":"a","total_revenue_usd":29.90,"access_levels":[{"access_level_id":"premium","store_transaction_id":"1","store_original_transaction_id":"0","environment":"Sandbox","expires_at":null}],"subscriptions":[{"store_product_id":"m","price":\#(PassedRecord.price),"store_transaction_id":"1","expires_at":null}],"non_subscriptions":[{"store_product_id":"c","purchase_id":"1","store_original_transaction_id":"0","price":null,"is_consumable":true}]}"#,
            [
                "/apple_validation_result", "/introductory_offer_eligibility", "/promotional_offer_eligibility",
                "/subscriptions/m/reference_name",
            ]
        ),
        (.sdk1Bridge, PassedUpgrade.bridgeProfile, []), (.sdk1Stored, PassedUpgrade.bridgeProfile, []),
        (.sdk2Bridge, PassedUpgrade.bridgeProfile.replacing("isOneTime", with: "isConsumable"), []),
    ]

    @Test("from SDK 2 to what has a field for them", arguments: targets)
    func other(target: Dialect, expected: String, stashed: [String]) throws {
        let document = PassedRecord.small.document
        let made = try Migrator(MigrationOptions(keepsLedger: true)).convert(document, from: .sdk2, to: target)
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self) == expected)
        #expect(made.losses.map(\.path).filter { !$0.hasSuffix("/is_active") }.sorted() == stashed)
        #expect(try Migrator().upgrade(made.document).document == document)
    }

    @Test("the SDK for JavaScript refuses unknown names, so it gets none")
    func javaScript() throws {
        let record = PassedRecord.small
        let made = try Migrator(MigrationOptions(keepsLedger: true)).convert(
            record.document, from: .sdk3, to: .sdk3Bridge)
        let expected =
            #"{"profileId":"p","accessLevels":{"premium":{"id":"premium","isActive":true,"android":{}}},"subscriptions":{"m":{"vendorTransactionId":"1","isActive":true}},"nonSubscriptions":{"c":[{"purchaseId":"1","isConsumable":true}]}}"#
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self) == expected)
        let names = made.losses.compactMap { $0.path.split(separator: "/").last.map(String.init) }
        #expect(names == record.members.map(\.name))
        let back = try Migrator().upgrade(
            made.documentWithoutResidue, from: .sdk3Bridge, to: .sdk3, residue: made.residue)
        #expect(back.document == record.document)
    }
}

import Testing

@testable import AdaptyMigrationCore
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyMigrationTools

/// Where a target could say access otherwise, a record is refused, or the target is made to say it.
@Suite("Nobody gains or loses access on the way to another form")
struct AccessRefusalTests {
    private static let now = Timestamp("2026-01-01T00:00:00Z")

    private func level(_ members: String) -> [UInt8] {
        Array(
            #"{"profile_id":"p","paid_access_levels":{"gold":{"id":"gold","vendor_product_id":"m",\#(members)}},"subscriptions":{},"non_subscriptions":{}}"#
                .utf8)
    }

    private func converted(_ document: [UInt8], _ options: MigrationOptions = MigrationOptions(instant: now)) throws
        -> String
    {
        let made = try Migrator(options).convert(document, from: .sdk2, to: .serverV2)
        return String(decoding: made.documentWithoutResidue, as: UTF8.self)
    }

    @Test(
        "API v2 has dates alone: a level without a readable flag, whose dates are open, is refused",
        arguments: ["", #""is_active":null,"#, #""is_active":"yes","#, #""is_active":false,"#])
    func flags(flag: String) throws {
        let open = level(flag + #""expires_at":"2030-01-01T00:00:00.000+0000""#)
        let error = #expect(throws: MigrationError.self) { try converted(open) }
        #expect(error?.code == .contradictingAccess)
        let over = level(flag + #""expires_at":"2020-01-01T00:00:00.000+0000""#)
        #expect(try converted(over).contains("2020-01-01"))
    }

    @Test("what never ends says so", arguments: [#","is_lifetime":true"#, ""])
    func lifetime(flag: String) throws {
        #expect(try converted(level(#""is_active":true\#(flag)"#)).contains(#""expires_at":null"#))
    }

    @Test("a refund that API v2 could not say has its reason", arguments: ["null", #""voluntarily_cancelled""#])
    func refund(reason: String) throws {
        let text = try converted(
            level(
                #""is_active":true,"is_refund":true,"cancellation_reason":\#(reason),"expires_at":"2030-01-01T00:00:00.000+0000""#
            ))
        #expect(text.contains(#""cancellation_reason":\#(reason == "null" ? #""refund""# : reason)"#))
    }

    @Test(
        "an entry under another name than its product is refused, where the name alone stays",
        arguments: [
            #""subscriptions":{"year":{"vendor_product_id":"other","is_active":false}}"#,
            #""subscriptions":{"year":{"vendor_product_id":[],"is_active":false}}"#,
            #""non_subscriptions":{"coins":[{"vendor_product_id":"other","purchase_id":"1"}]}"#,
            #""paid_access_levels":{"gold":{"id":"silver","is_active":false}}"#,
        ])
    func keys(member: String) throws {
        let error = #expect(throws: MigrationError.self) {
            try converted(Array(#"{"profile_id":"p",\#(member)}"#.utf8))
        }
        #expect(error?.code == .contradictingAccess)
    }

    @Test(
        "an entry without a product, or with it as a number, has the name of its key",
        arguments: ["", #","vendor_product_id":7"#])
    func ownKey(product: String) throws {
        let text = try converted(
            Array(#"{"profile_id":"p","subscriptions":{"7":{"is_active":true\#(product),"expires_at":null}}}"#.utf8))
        #expect(text == #"{"profile_id":"p","subscriptions":[{"store_product_id":"7","expires_at":null}]}"#)
    }

    @Test("of two entries under one key the last stands")
    func twins() throws {
        let text = try converted(
            Array(
                #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":"2030-01-01T00:00:00.000+0000"},"a":"x"}}"#
                    .utf8))
        #expect(text == #"{"profile_id":"p","access_levels":[]}"#)
    }

    @Test("a missing end is no lifetime: nothing is derived, and strict refuses")
    func missingEnd() throws {
        let document = Array(
            #"{"profile_id":"p","access_levels":[{"access_level_id":"a","store_product_id":"m","store":"s","originally_purchased_at":"2020-01-01T00:00:00Z","renewal_cancelled_at":"2021-01-01T00:00:00Z","is_in_grace_period":false}]}"#
                .utf8)
        let made = try Migrator(MigrationOptions(instant: Self.now)).upgrade(document, from: .serverV2)
        let text = String(decoding: made.documentWithoutResidue, as: UTF8.self)
        #expect(!text.contains("is_active") && !text.contains("is_lifetime") && made.ledger.counts[.missing] ?? 0 > 0)
        let error = #expect(throws: MigrationError.self) {
            try Migrator(MigrationOptions(strict: true, instant: Self.now)).upgrade(document, from: .serverV2)
        }
        #expect(error?.code == .missingRequired)
    }

    @Test("of two entries for one level the one without an end does not outlive the other", arguments: [true, false])
    func endless(isFirst: Bool) throws {
        let said = #"{"access_level_id":"a","store_product_id":"said","expires_at":"2025-12-24T10:50:23.000Z"}"#
        let unsaid = #"{"access_level_id":"a","store_product_id":"unsaid","expiresAt":"2025-12-24T10:50:23.000Z"}"#
        let levels = (isFirst ? [unsaid, said] : [said, unsaid]).joined(separator: ",")
        let document = Array(#"{"profile_id":"p","access_levels":[\#(levels)]}"#.utf8)
        let made = try Migrator().upgrade(document, from: .serverV2)
        #expect(String(decoding: made.documentWithoutResidue, as: UTF8.self).contains(#""vendor_product_id":"said""#))
        #expect(try Migrator().downgrade(made.document).document == document)
        #expect(try Laws(instants: [1_700_000_000_000_000]).check(document) == [])
    }

    @Test(
        "Unix seconds of a moment that has passed are refused where dates count from 2001",
        arguments: ["activatedAt", "renewedAt", "unsubscribedAt", "billingIssueDetectedAt"])
    func unixSeconds(name: String) throws {
        func document(_ seconds: String) -> [UInt8] {
            Array(#"{"profileId":"p","accessLevels":{"a":{"id":"a","isActive":true,"\#(name)":\#(seconds)}}}"#.utf8)
        }
        for seconds in ["1740816000", "1480000000.5"] {
            let error = #expect(throws: MigrationError.self) {
                try Migrator().upgrade(document(seconds), from: .sdk1Stored)
            }
            #expect(error?.code == .unreadableDate && error?.path == "/accessLevels/a/\(name)")
        }
        for seconds in ["648073710.5", "820000000", "63113904000"] {
            #expect(throws: Never.self) { try Migrator().upgrade(document(seconds), from: .sdk1Stored) }
        }
    }

    @Test(
        "a malformed map, end or price is refused for a version of the SDK",
        arguments: [
            #"{"profile_id":"p","paid_access_levels":"x"}"#, #"{"profile_id":"p","paid_access_levels":7}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":7}}"#, #"{"profile_id":"p","subscriptions":true}"#,
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true,"is_lifetime":false,"expires_at":""}}}"#,
        ])
    func readable(text: String) throws {
        let migrator = Migrator(MigrationOptions(readableBy: "3.12.0"))
        let error = #expect(throws: MigrationError.self) { try migrator.upgrade(Array(text.utf8), from: .sdk2) }
        #expect(error?.code == .missingRequired)
    }

    @Test("an answer is of the kind that is stored")
    func kind() throws {
        let layer = CompatibilityLayer()
        let level =
            #"{"access_level_id":"gold","store_product_id":"m","originally_purchased_at":"2020-01-01T00:00:00Z","expires_at":null,"starts_at":null}"#
        let record = try layer.accept(Array(level.utf8), in: .serverV2).record
        #expect(record.kind == .accessLevel)
        let answer = try layer.answer(record, to: Client(.sdk2)).document
        #expect(String(decoding: answer, as: UTF8.self).contains(#""id":"gold""#))
        let problem = #expect(throws: ProblemDocument.self) { _ = try layer.answer(record, version: "3.12.0") }
        #expect(problem?.code.rawValue == "missing-required")
    }
}

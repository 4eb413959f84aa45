import Foundation
import Testing

/// `verify --at --totals --upgraded`: access and money as facts, on data upgraded now or earlier.
@Suite struct VerifyTests {
    let scratch = Scratch()

    /// `is_refund` gets another form, so that an upgrade changes the record and keeps the original.
    private static func profile(_ id: Int, _ active: String = "true") -> String {
        #"{"profile_id":"p\#(id)","paid_access_levels":{"premium":{"id":"premium","is_active":\#(active),"is_refund":0,"vendor_transaction_id":"\#(id)","expires_at":"2030-01-01T00:00:00.000000+0000"}}}"#
    }

    private static let profiles = (1...5).map { profile($0) }
    private static let event =
        #"{"event_type":"subscription_cancelled","event_datetime":"2024-01-01T00:00:00.000Z","event_properties":{"profile_event_id":"e","price_usd":9.99}}"#

    /// Old and upgraded lines in `old.ndjson` and `new.ndjson`.
    private func upgrade(_ records: [String], _ options: String...) throws -> [String] {
        try scratch.write(records.joined(separator: "\n") + "\n", to: "old.ndjson")
        let discard = options.contains("discard") ? "discard" : "embed"
        let result = try Program.run("upgrade", "old.ndjson", "-o", "new.ndjson", "--residue", discard, in: scratch)
        try #require(result.status == 0)
        return try scratch.lines("new.ndjson")
    }

    private func verify(_ new: [String], _ more: String = "--at=2026-01-01") throws -> Program.Result {
        try scratch.write(new.joined(separator: "\n") + "\n", to: "new.ndjson")
        return try Program.run("verify", "old.ndjson", "--upgraded", "new.ndjson", more, in: scratch)
    }

    @Test(arguments: ["embed", "discard"]) func aFaithfulUpgradeHolds(_ residue: String) throws {
        let result = try verify(try upgrade(VerifyTests.profiles + [VerifyTests.event], residue))
        #expect(result.status == 0, "\(result.text)")
        #expect(
            result.text
                == "6 records, 0 rejected; 2 laws checked on 6: 0 failures\n  law 1  up and back gives the same bytes    holds\n  law 7  access is the same                  holds\n"
        )
    }

    @Test(arguments: ["embed", "discard"]) func aFlippedFlagIsTold(_ residue: String) throws {
        var new = try upgrade(VerifyTests.profiles, residue)
        new[2] = new[2].replacing(#""is_active":true"#, with: #""is_active":false"#)
        let result = try verify(new)
        #expect(result.status == 65)
        #expect(
            result.text.contains(
                "old.ndjson:3: access level premium: active before, inactive after at 2026-01-01T00:00:00Z, because is_active was true and is false\n"
            ))
        #expect(result.text.contains("law 7  access is the same                  fails 1 time\n"))
        #expect(
            result.text.contains("law 1  up and back gives the same bytes    fails 1 time\n") == (residue == "embed"))
    }

    @Test func aWrongAliasAndAWrongAmountAreTold() throws {
        let new = try upgrade([VerifyTests.event], "discard")[0].replacing(
            "subscription_expired", with: "trial_expired"
        ).replacing("9.99", with: "-9.99")
        let result = try verify([new], "--totals")
        #expect(result.status == 65)
        #expect(
            result.text.contains(
                #"event: happened "subscription_expired" before, happened "trial_expired" after, because event_type was "subscription_expired" and is "trial_expired""#
            ))
        #expect(
            result.text.contains(
                "event: price_usd 9.99 before, price_usd -9.99 after, because price_usd was 9.99 and is -9.99"))
        #expect(result.text.contains("  price_usd of all events"))
        #expect(
            result.lines.contains {
                $0.contains("event subscription_expired (access has ended)") && $0.hasSuffix("differs")
            })
    }

    @Test(arguments: ["embed", "discard"]) func missingExtraAndDoubledRecordsAreFound(_ residue: String) throws {
        let new = try upgrade(VerifyTests.profiles, residue)
        let result = try verify([new[0], new[2], new[3], new[3], new[4], VerifyTests.profile(9)])
        #expect(result.status == 65)
        #expect(result.text.contains("old.ndjson:2: missing from the upgraded data\n"))
        #expect(result.text.contains("new.ndjson:4: twice in the upgraded data\n"))
        #expect(result.text.contains("new.ndjson:6: only in the upgraded data\n"))
        #expect(result.text.hasPrefix("5 records, 0 rejected; 2 laws checked on 4: 0 failures\n"))
    }

    @Test("what the upgrade rejected is counted apart, once for each line of its rejects file")
    func rejectedRecordsAreApart() throws {
        let records = [
            VerifyTests.profiles[0], Samples.unknown, VerifyTests.profiles[1], Samples.unknown, Samples.broken,
        ]
        try scratch.write(records.joined(separator: "\n") + "\n", to: "old.ndjson")
        #expect(try Program.run("upgrade", "old.ndjson", "-o", "new.ndjson", in: scratch).status == 65)
        func verify(_ more: String...) throws -> Program.Result {
            try Program.run(["verify", "old.ndjson", "--upgraded", "new.ndjson"] + more, in: scratch)
        }
        #expect(try verify().text.contains("  3 records missing from the upgraded data\n"))
        let apart = try verify("--rejects", "new.ndjson.rejects.ndjson")
        #expect(apart.status == 0 && apart.text.hasPrefix("5 records, 0 rejected; 2 laws checked on 2: 0 failures\n"))
        #expect(apart.text.contains("  3 records rejected by the upgrade, and in its rejects file\n"))
        try scratch.write(try scratch.lines("new.ndjson.rejects.ndjson").dropFirst().joined(separator: "\n"), to: "two")
        let one = try verify("--rejects", "two")
        #expect(
            one.status == 65 && one.text.contains("  old.ndjson:4: missing from the upgraded data\n"), "\(one.text)")
        let wrong = try verify("--rejects", "old.ndjson")
        #expect(wrong.status == 64 && wrong.errors.contains("old.ndjson:1: this is not a line of a rejects file"))
    }

    @Test("a place is a line, whatever is between the records, and a byte of it in an array")
    func placesAreLines() throws {
        let new = try upgrade(VerifyTests.profiles)
        try scratch.write("\n\n" + VerifyTests.profiles.joined(separator: "\n\n"), to: "old.ndjson")
        #expect(try verify([new[0]] + new[2...]).text.contains("  old.ndjson:5: missing from the upgraded data\n"))
        try scratch.write(new[0], to: "new.ndjson")
        try scratch.write("[\(VerifyTests.profiles[0]),\n  \(VerifyTests.profiles[1])]", to: "old.ndjson")
        let array = try Program.run("verify", "old.ndjson", "--format", "json", "--upgraded", "new.ndjson", in: scratch)
        #expect(array.text.contains("  old.ndjson:2:3: missing from the upgraded data\n"), "\(array.text)")
    }

    @Test(
        "of nothing, nothing was checked",
        arguments: [
            (["empty.ndjson"], "0 records, 0 rejected"),
            (["empty.ndjson", "--upgraded", "empty.ndjson"], "0 records, 0 rejected"), (["-"], "1 record, 1 rejected"),
        ])
    func nothing(arguments: [String], count: String) throws {
        try scratch.write("\n", to: "empty.ndjson")
        let result = try Program.run(["verify"] + arguments, in: scratch)
        #expect(result.status == 65 && result.text == "\(count): nothing was checked\n")
    }

    @Test("a file of the upgraded folder that cannot be read is named")
    func danglingLink() throws {
        try scratch.write(VerifyTests.profile(1), to: "old/one.json")
        try #require(try Program.run("upgrade", "old", "-o", "new", in: scratch).status == 0)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.url("new/two.json").path, withDestinationPath: "nowhere")
        let result = try Program.run("verify", "old", "--upgraded", "new", in: scratch)
        #expect(result.status == 65 && result.errors.contains("new/two.json is skipped"))
    }

    @Test func droppedLevelsAndBrokenRecordsAreFound() throws {
        var new = try upgrade(VerifyTests.profiles)
        new[0] = #"{"profile_id":"p1","paid_access_levels":{}}"#
        new[4] = "{"
        let result = try verify(new)
        #expect(result.status == 65)
        #expect(result.text.contains("old.ndjson:1: access level premium: present before, missing after"))
        #expect(result.text.contains("1 rejected"))
        #expect(result.errors.contains("truncated"))
    }

    @Test func foldersAreComparedFileByFile() throws {
        try scratch.write(VerifyTests.profile(1), to: "old/a/one.json")
        try scratch.write(VerifyTests.profile(2), to: "old/two.json")
        try #require(try Program.run("upgrade", "old", "-o", "new", in: scratch).status == 0)
        #expect(try Program.run("verify", "old", "--upgraded", "new", in: scratch).status == 0)
        try scratch.write(VerifyTests.profile(3), to: "new/three.json")
        try scratch.write("", to: "new/two.ndjson")
        let more = try Program.run("verify", "old", "--upgraded", "new", in: scratch)
        #expect(more.status == 65)
        #expect(more.text.contains("new/three.json:1: only in the upgraded data"))
        let wrong = try Program.run("verify", "old", "--upgraded", "new/three.json", in: scratch)
        #expect(wrong.status == 64)
    }

    @Test func totalsAreEqualBeforeAndAfter() throws {
        let records = VerifyTests.profiles + [VerifyTests.event, VerifyTests.event]
        let result = try Program.run(
            "verify", "--totals", "--at", "2026-01-01", "--at", "2031-01-01", in: scratch,
            input: records.joined(separator: "\n"))
        #expect(result.status == 0)
        let totals = result.lines.drop { $0 != "totals:" }.dropFirst(2).map {
            $0.split(separator: "  ").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        }
        #expect(
            totals == [
                ["access level premium", "5", "5"], ["access level premium, active at 2026-01-01T00:00:00Z", "5", "5"],
                ["event subscription_expired (access has ended)", "2", "2"],
                ["price_usd of all events", "19.98", "19.98"], ["price_usd of subscription_expired", "19.98", "19.98"],
            ])
    }

    @Test func serverV2IsJudgedByItsDates() throws {
        let level =
            #"{"profile_id":"p","access_levels":[{"access_level_id":"a","store":"app_store","store_product_id":"m","expires_at":"2025-01-01T00:00:00Z"}],"subscriptions":[],"non_subscriptions":[]}"#
        _ = try upgrade([level], "discard")
        let new = try Program.run(
            "upgrade", "old.ndjson", "--from", "server-v2", "--at", "2024-01-01", "--residue", "discard", in: scratch
        ).lines
        #expect(try verify(new, "--at=2024-01-01").status == 0)
        let later = try verify(new, "--at=2026-01-01")
        #expect(
            later.text.contains(
                "access level a: is_active was derived as true, but by its dates it was inactive at 2026-01-01T00:00:00Z"
            ))
        #expect(
            try Program.run("verify", "old.ndjson", "--from", "server-v2", "--at", "2026-01-01", in: scratch).status
                == 0)
    }
}

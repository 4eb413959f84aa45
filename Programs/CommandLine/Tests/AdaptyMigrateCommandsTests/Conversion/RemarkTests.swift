import Testing

/// What a run says of records that are not as somebody may expect.
@Suite struct RemarkTests {
    let scratch = Scratch()

    private static let unclear = #"{"event_type":"trial_cancelled","tenant":"acme"}"#

    @Test func eventsThatKeepAFormerNameAreSaid() throws {
        try scratch.write("\(RemarkTests.unclear)\n\(Samples.oldEvent)\n\(RemarkTests.unclear)\n", to: "events.ndjson")
        let result = try Program.run("upgrade", "events.ndjson", "--summary", "s.json", in: scratch)
        let sentence = "2 events keep a former name: nothing shows that they are Adapty's; `--from webhook-legacy`"
        #expect(result.status == 0 && result.errors.contains(sentence), "\(result.errors)")
        #expect((try scratch.object(try scratch.text("s.json"))["ledger"] as? [String: Int])?["former-name"] == 2)
        #expect(try Program.run("verify", "events.ndjson", in: scratch).text.contains(sentence))
        let named = try Program.run("upgrade", "events.ndjson", "--from", "webhook-legacy", in: scratch)
        #expect(named.errors.isEmpty && !named.text.contains("\"trial_cancelled\",\"tenant\""))
    }

    @Test func namesThatAdaptyNeverGaveAreSaid() throws {
        let sentence = "1 event has a name that Adapty never gave"
        try scratch.write(
            #"{"event_type":"Trial_Cancelled","profile_id":"p","event_properties":{"profile_event_id":"e"}}"# + "\n",
            to: "events.ndjson")
        try scratch.write(
            "profile_id,event_type,event_datetime\np,subscription_initital_purchase,2024-01-01\np,trial_expired,2024-01-01\n",
            to: "events.csv")
        for file in ["events.ndjson", "events.csv"] {
            #expect(try Program.run("upgrade", file, in: scratch).errors.contains(sentence), "\(file)")
            #expect(try Program.run("verify", file, in: scratch).text.contains(sentence), "\(file)")
        }
        #expect(try Program.run("report", "events.ndjson", "-o", "report.html", in: scratch).status == 0)
        #expect(try scratch.text("report.html").contains("unknown-name"))
    }

    @Test func namesBesideARecordThatDifferNowAreSaid() throws {
        let event = #"{"event_type":"trial_cancelled","event_properties":{"profile_event_id":"e"}}"#
        try scratch.write(#"{"type":"TRIAL_CANCELLED","payload":\#(event)}"# + "\n", to: "rows.ndjson")
        let result = try Program.run("upgrade", "rows.ndjson", "--inside", "/payload", in: scratch)
        #expect(result.text.contains("trial_expired") && result.text.contains("TRIAL_CANCELLED"))
        #expect(result.errors.contains("1 record now differs from the name beside it"), "\(result.errors)")
        try scratch.write(#"{"type":"trial_cancelled","payload":\#(event)}"# + "\n", to: "same.ndjson")
        let same = try Program.run("upgrade", "same.ndjson", "--inside", "/payload", in: scratch)
        #expect(same.text.contains(#"{"type":"trial_expired","payload":{"event_type":"trial_expired""#))
        #expect(same.errors.isEmpty, "\(same.errors)")
    }

    @Test func fieldsThatNoResidueKeepsAreSaid() throws {
        let lines = #"{"data":{"type":"t","id":"p","attributes":{"paid_access_levels":{}}}}"# + "\n"
        let paywall =
            #"{"developer_id":"d","variation_id":"v","custom_payload":"{}","remote_config":{"lang":"en","data":"1"},"products":[]}"#
            + "\n"
        try scratch.write(lines + paywall, to: "records.ndjson")
        let result = try Program.run("upgrade", "records.ndjson", "--residue", "discard", in: scratch)
        #expect(result.errors.contains("2 records lost fields that the target does not have"), "\(result.errors)")
        #expect(!(try Program.run("upgrade", "records.ndjson", in: scratch).errors.contains("lost fields")))
    }

    @Test func editsWithoutAPlaceAreSaidAndStrictRefusesThem() throws {
        let old = #"{"developer_id":"d","variation_id":"v","is_promo":true,"custom_payload":"{}","products":[]}"# + "\n"
        try scratch.write(old, to: "old.ndjson")
        let new = try Program.run("upgrade", "old.ndjson", "--from", "sdk1-wire", in: scratch).text
        try scratch.write(new.replacing(#""lang":"en""#, with: #""lang":"fr""#), to: "edited.ndjson")
        let edited = try Program.run("downgrade", "edited.ndjson", in: scratch)
        #expect(edited.status == 0 && edited.text == old)
        #expect(
            edited.errors.contains("1 edit has no place in sdk1-wire, first: /remote_config/lang"), "\(edited.errors)")
        let strict = try Program.run("downgrade", "edited.ndjson", "--strict", in: scratch)
        #expect(strict.status == 65 && strict.errors.contains("edit-without-place"), "\(strict.errors)")
        try scratch.write(new.replacing(#""is_promo":true,"#, with: ""), to: "typed.ndjson")
        let typed = try Program.run("downgrade", "typed.ndjson", "--strict", in: scratch)
        #expect(typed.status == 0 && typed.text == old)
        #expect(
            typed.errors.contains("1 member that edited records lack came back, first: /is_promo"), "\(typed.errors)")
    }

    @Test func aReportDoesNotSayThatTheyWereConverted() throws {
        try scratch.write("\(RemarkTests.unclear)\n", to: "events.ndjson")
        #expect(try Program.run("report", "events.ndjson", "-o", "report.html", in: scratch).status == 0)
        let page = try scratch.text("report.html")
        #expect(page.contains("1 event keeps a former name") && page.contains("former-name"))
        #expect(!page.contains("Every one was recognised"))
    }

    @Test func datesThatNobodyReadsAreSaid() throws {
        let profile =
            #"{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":true,"expires_at":{"$date":"2030-01-01T00:00:00Z"}}},"subscriptions":{}}"#
        let result = try Program.run("upgrade", in: scratch, input: profile)
        let sentence =
            "1 value stayed in a form that no SDK reads, first: /paid_access_levels/a/expires_at, not readable as date"
        #expect(result.errors.contains(sentence), "\(result.errors)")
        // Two steps are no two values.
        let later = try Program.run("upgrade", "--to", "sdk3", in: scratch, input: profile)
        #expect(later.errors.contains(sentence), "\(later.errors)")
        let strict = try Program.run("upgrade", "--strict", in: scratch, input: profile)
        #expect(strict.status == 65 && strict.text.isEmpty, "\(strict.errors)")
    }

    @Test func serverRecordsWithoutAnInstantAreSaid() throws {
        let profile =
            #"{"data":{"profile_id":"p","access_levels":[{"access_level_id":"a","expires_at":null,"store":"app_store","store_product_id":"x","activated_at":"2024-01-01T00:00:00+00:00"}],"subscriptions":[],"non_subscriptions":[]}}"#
        let result = try Program.run("upgrade", in: scratch, input: profile)
        #expect(result.errors.contains("1 record of server-v2 lacks is_active"), "\(result.errors)")
        let timed = try Program.run("upgrade", "--at", "2026-01-31T00:00:00Z", in: scratch, input: profile)
        #expect(timed.status == 0 && timed.errors.isEmpty, "\(timed.errors)")
    }
}

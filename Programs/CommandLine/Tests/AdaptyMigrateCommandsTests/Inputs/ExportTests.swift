import ArgumentParser
import Foundation
import Testing

@testable import AdaptyMigrateCommands

/// CSV exports with the commands that read and write records.
@Suite struct ExportTests {
    let scratch = Scratch()

    /// With a mark, quotes, a line break in a field, a name of nobody's, an upper-case one, and no line end at the end.
    private static let export =
        "\u{FEFF}profile_id,\"event_type\",note\r\np1,subscription_cancelled,\"a, \"\"b\"\"\r\nc\"\r\np2,\"TRIAL_CANCELED\",\r\np3,own,x\r\n\r\np4,trial_started,9"

    @Test("upgraded and taken back", arguments: [[], ["--residue", "discard"]])
    func roundTrip(options: [String]) throws {
        try scratch.write(Self.export, to: "e.csv")
        let result = try Program.run(
            ["upgrade", "e.csv", "-o", "new.csv", "--summary", "run.json"] + options, in: scratch)
        #expect(
            result.status == 0 && scratch.names == ["e.csv", "new.csv", "run.json"], "\(result.errors)")
        let new = try scratch.text("new.csv").replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n")
        #expect(new[0].hasSuffix(options.isEmpty ? ",note,_adapty_migration" : ",note"), "\(new)")
        #expect(new[1].hasPrefix("p1,subscription_expired,") && new[3].hasPrefix(#"p2,"trial_expired","#), "\(new)")
        let summary = try scratch.object(try scratch.text("run.json"))
        #expect(
            summary["records"] as? Int == 4 && summary["converted"] as? Int == 2
                && (summary["from"] as? [String: Int]) == ["webhook": 2, "webhook-legacy": 2])
        #expect(try Program.run(["upgrade", "e.csv"] + options, in: scratch).text == scratch.text("new.csv"))
        #expect(
            try Program.run("upgrade", "new.csv", in: scratch).text == scratch.text("new.csv"),
            "a second time nothing changes")
        if options.isEmpty { #expect(try Program.run("downgrade", "new.csv", in: scratch).text == Self.export) }
    }

    /// The columns of 2026 (shapes-2026, 8.2). One page of Adapty's guide spells the country `profile_county`.
    @Test("exports of 2026 come back byte for byte", arguments: ["profile_county", "profile_country"])
    func columnsOf2026(country: String) throws {
        let export = """
            profile_id,event_type,event_datetime,transaction_id,original_transaction_id,revenue_usd,net_revenue_usd,\
            tax_amount_usd,developer_id,ab_test_revision,\(country),install_date,android_app_set_id,integration_ids
            p1,subscription_cancelled,2026-01-02T03:04:05.000000+0000,1,1,1.0,0.7,0.1,d,2,US,2025-01-01,,"{'a': 'x'}"
            ,trial_started,2026-01-02T03:04:05.000000+0000,2,2,0.0,0.0,0.0,d,2,,,,

            """
        try scratch.write(export, to: "e.csv")
        #expect(try Program.run("upgrade", "e.csv", "-o", "new.csv", in: scratch).status == 0)
        #expect(try scratch.text("new.csv").contains("p1,subscription_expired,"))
        #expect(try Program.run("downgrade", "new.csv", in: scratch).text == export)
        try scratch.write("profile_id,paywall_showed_at,developer_id\np1,2026-01-02,d\n", to: "visits.csv")
        let visits = try Program.run("upgrade", "visits.csv", in: scratch)
        #expect(visits.status == 65 && visits.errors.contains("has no event_type column"))
    }

    @Test("a row with the same event in another column is converted as a whole, or not at all")
    func sameEventTwice() throws {
        let rows = [
            "a,subscription_cancelled,\"{\"\"event_type\"\":\"\"subscription_cancelled\"\"}\"", "b,trial_cancelled,{}",
        ]
        try scratch.write((["id,event_type,payload"] + rows).joined(separator: "\n"), to: "e.csv")
        let refused = try Program.run("upgrade", "e.csv", in: scratch)
        #expect(refused.status == 65 && refused.errors.contains("half-converted: the column payload contains the same"))
        #expect(refused.errors.contains("--inside payload") && refused.text.contains("b,trial_expired,{},"))
        #expect(try Program.run("upgrade", "e.csv", "-o", "new.csv", "--inside", "payload", in: scratch).status == 0)
        #expect(
            try scratch.lines("new.csv")[1].hasPrefix(
                "a,subscription_expired,\"{\"\"event_type\"\":\"\"subscription_exp"))
        let back = try Program.run("downgrade", "new.csv", "--inside", "payload", in: scratch)
        #expect(back.output == (try scratch.bytes("e.csv")))
    }

    /// Like ``export``, with a row that is cut off.
    private static let old = export.replacingOccurrences(of: "p4,", with: "bad,row\r\np4,")
    private static let new =
        "\u{FEFF}profile_id,\"event_type\",note,_adapty_migration\r\np1,subscription_expired,\"a, \"\"b\"\"\r\nc\",subscription_cancelled\r\np2,\"trial_expired\",,TRIAL_CANCELED\r\np3,own,x,\r\n\r\nbad,row\r\np4,trial_started,9,"

    @Test(
        "old names go to a column of their own and come back, and every other byte stays",
        arguments: [
            (old, new, Direction.upgrade), (new, new, .upgrade), (new, old, .downgrade),
            (
                "event_type,n\nsubscription_expired,1\nbad\n", "event_type,n\nsubscription_expired,1\nbad\n", .upgrade
            ),
            (
                "\n\nevent_type,n,_adapty_migration\nsubscription_expired,1,subscription_cancelled\ntrial_cancelled,2\nown,3\nbad\n",
                "\n\nevent_type,n,_adapty_migration\nsubscription_expired,1,subscription_cancelled\ntrial_expired,2,trial_cancelled\nown,3\nbad\n",
                .upgrade
            ),
        ])
    func everyByte(from: String, to: String, direction: Direction) throws {
        try scratch.write(from, to: "e.csv")
        let paths = ["e.csv", "new.csv", "rejects"].map { scratch.url($0).path }
        for blockSize in [1, 7, 100, 1 << 18] {
            let options = try ConversionOptions.parse(
                [paths[0], "-o", paths[1], "--rejects", paths[2], "--keep-rejected", "--jobs", "3"])
            #expect(try ConversionRun(options, direction, blockSize: blockSize).run() == .rejects)
            #expect(try scratch.text("new.csv") == to)
            let reject = try scratch.object(scratch.text("rejects")), record = reject["record"] as? String ?? "?"
            let before = try from[..<#require(from.range(of: record)).lowerBound].utf8
            #expect(reject["line"] as? Int == before.count { $0 == 0x0A } + 1)
            #expect(reject["offset"] as? Int == before.count && record.hasPrefix("bad"))
        }
    }

    @Test func detectSaysWhatEachRowIs() throws {
        try scratch.write(Self.export, to: "e.csv")
        let result = try Program.run("detect", "e.csv", in: scratch)
        #expect(
            result.status == 0
                && result.lines == [
                    "e.csv:1\twebhook-legacy\tevent\tevent_type is subscription_cancelled",
                    "e.csv:2\twebhook-legacy\tevent\tevent_type is TRIAL_CANCELED",
                    "e.csv:3\twebhook\tevent\tevent_type is own",
                    "e.csv:4\twebhook\tevent\tevent_type is trial_started",
                ], "\(result.text)")
        #expect(
            try scratch.object(Program.run("detect", "--json", "--format", "csv", "e.csv", in: scratch).lines[1])[
                "dialect"] as? String == "webhook-legacy")
    }

    @Test func verifyProvesEachRow() throws {
        try scratch.write(Self.export, to: "e.csv")
        let result = try Program.run("verify", "e.csv", in: scratch)
        #expect(
            result.status == 0
                && result.text == """
                    4 records, 0 rejected; 4 laws checked on 0: 0 failures
                      4 rows of an export: each converts back to the same bytes, and its event means the same
                      1 event has a name that Adapty never gave: renamed in the dashboard, or misspelt; it stays

                    """,
            "\(result.text)")
    }

    @Test(
        "rows that cannot be read are kept aside; with --keep-rejected in their place, too", arguments: [false, true])
    func rejects(keeps: Bool) throws {
        try scratch.write("event_type,n\nsubscription_cancelled,1\nbad\ntrial_started,2\n", to: "e.csv")
        let result = try Program.run(
            ["upgrade", "e.csv", "-o", "new.csv"] + (keeps ? ["--keep-rejected"] : []), in: scratch)
        #expect(result.status == 65 && result.errors.contains("e.csv:3:1: invalid-csv"), "\(result.errors)")
        #expect(
            try scratch.text("new.csv")
                == "event_type,n,_adapty_migration\nsubscription_expired,1,subscription_cancelled\n"
                + (keeps ? "bad\n" : "") + "trial_started,2,\n")
        #expect(try scratch.object(scratch.text("new.csv.rejects.ndjson"))["record"] as? String == "bad")
        for command in ["detect", "verify"] {
            let looked = try Program.run(command, "e.csv", in: scratch)
            #expect(looked.status == 65 && looked.errors.contains("e.csv:3:1: invalid-csv"))
        }
    }

    @Test("what is no export is left, and said", arguments: ["a,b\n1,2\n", "", "event_type,\"n\nx,1\n"])
    func noExport(text: String) throws {
        try scratch.write(text, to: "e.csv")
        let result = try Program.run("upgrade", "e.csv", "-o", "new.csv", in: scratch)
        if text.isEmpty {
            #expect(result.status == 0)
        } else {
            #expect(result.status == 65 && result.errors.contains("not-an-export"), "\(result.errors)")
            #expect(scratch.names == ["e.csv", "new.csv.rejects.ndjson"])
        }
    }

    @Test("the rejected rows of all exports are kept")
    func rejects() throws {
        let names = ["a.csv", "b.csv", "c.csv"]
        for name in names { try scratch.write("profile_id,event_type\np1\n", to: name) }
        #expect(try Program.run(["upgrade"] + names + ["-o", "new"], in: scratch).status == 65)
        #expect(try scratch.lines("new.rejects.ndjson").count == 3)
    }

    @Test(
        "what cannot be done with an export is said",
        arguments: [
            (["upgrade", "e.csv", "--dry-run"], "adapty-migrate verify e.csv"),
            (["upgrade", "e.csv", "--residue", "beside=x"], "column of its own"),
            (["upgrade", "e.csv", "--to", "sdk3"], "leave --to out"),
            (["downgrade", "e.csv", "--to", "webhook-legacy"], "leave --to out"),
            (["redact", "e.csv"], "only upgrade, downgrade, detect and verify"),
            (["upgrade", "--format", "csv"], "name a file"),
            (["upgrade", "/dev/null", "--format", "csv"], "name a file"),
        ])
    func refused(arguments: [String], words: String) throws {
        try scratch.write(Self.export, to: "e.csv")
        let result = try Program.run(
            arguments, in: scratch, environment: ["ADAPTY_MIGRATE_KEY": String(repeating: "k", count: 32)])
        #expect(result.status == 64 && result.errors.contains(words), "\(result.status) \(result.errors)")
    }

    @Test func jsonInAFileCalledCSV() throws {
        try scratch.write(Samples.newEvent, to: "lines.csv")
        #expect(try Program.run("upgrade", "lines.csv", "--format", "ndjson", in: scratch).status == 0)
    }
}

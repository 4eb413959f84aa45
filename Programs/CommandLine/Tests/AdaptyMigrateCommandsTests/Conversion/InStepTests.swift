import Foundation
import Testing

@Suite struct InStepTests {
    let scratch = Scratch()

    private func run(_ records: [String], _ options: String...) throws -> (
        status: Int32, answers: [String], errors: String
    ) {
        let result = try Program.run(
            ["upgrade", "-", "--format", "ndjson", "--in-step"] + options, in: scratch,
            input: records.map { $0 + "\0" }.joined())
        return (
            result.status,
            result.text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init),
            result.errors
        )
    }

    @Test func everyRecordIsAnsweredInItsPlace() throws {
        let result = try run([Samples.oldEvent, Samples.broken, "", " \n", Samples.unknown, Samples.ownEvent])
        #expect(result.status == 65)
        #expect(result.answers.count == 8, "\(result.answers)")
        #expect(result.answers[0] == Samples.upgradedEvent)
        #expect(
            result.answers[1].hasPrefix("!{") && result.answers[1].contains(#""code":"truncated""#)
                && result.answers[2] == "-")
        #expect(result.answers[3] == "" && result.answers[4] == " \n")
        #expect(
            result.answers[5].contains(#""code":"unrecognised""#) && result.answers[6] == "-"
                && result.answers[7] == Samples.ownEvent)
    }

    @Test("places count from the record's start, whatever came before it")
    func places() throws {
        let result = try run([Samples.ownEvent, "{\n\"event_type\":"])
        let reject = try scratch.object(String(result.answers[1].dropFirst()))
        #expect(reject["line"] as? Int == 1 && reject["offset"] as? Int == 0)
        #expect((reject["reason"] as? String)?.contains("(line 2, column 14, byte 15)") == true, "\(reject)")
    }

    @Test func lineBreaksStay() throws {
        let pretty = Samples.profile.replacingOccurrences(of: "\n", with: "\r\n")
        let up = try run([pretty])
        #expect(try up.answers == [Program.run("upgrade", in: scratch, input: pretty).text])
        let back = try Program.run(
            "downgrade", "-", "--format", "ndjson", "--in-step", in: scratch, input: up.answers[0] + "\0")
        #expect(back.text == pretty + "\0")
    }

    @Test func anArrayIsOneAnswer() throws {
        let result = try run(["[\(Samples.oldEvent),\(Samples.unknown)]", "[\(Samples.unknown)]"])
        #expect(
            result.answers.count == 4 && result.answers[0].contains(#""path":"/1""#)
                && result.answers[1] == "[\(Samples.upgradedEvent)]", "\(result.answers)")
        #expect(result.answers[2].hasPrefix("!") && result.answers[3] == "-")
    }

    @Test("the same answers whatever the number of threads and the size of what is read at once")
    func threads() throws {
        let records = (0..<20_000).map { $0 % 7 == 0 ? Samples.broken : Samples.oldEvent }
        let one = try run(records, "--jobs", "1"), four = try run(records, "--jobs", "4")
        #expect(one.answers.count == 20_000 + records.count { $0 == Samples.broken })
        #expect(one.answers == four.answers)
    }

    @Test func theSummaryHasTheRulesAndTheAccess() throws {
        _ = try run(
            [Samples.oldEvent, Samples.broken, "[\(Samples.oldEvent)]"], "--summary", "run.json", "--access-at",
            "2024-01-01")
        let summary = try scratch.object(try scratch.text("run.json"))
        let access = try #require(summary["access"] as? [String: [String: String]])
        #expect((summary["rules"] as? String)?.count == 64 && summary["rejected"] as? Int == 1)
        #expect(access["before"] == access["after"] && access["before"]?.values.contains("2") == true, "\(access)")
    }

    @Test(
        "what it does not go with",
        arguments: [
            ["--in-step"], ["--in-step", "--format", "json"], ["--in-step", "--format", "ndjson", "--dry-run"],
            ["--in-step", "--format", "ndjson", "--keep-rejected"],
            ["--in-step", "--format", "ndjson", "--rejects", "bad"],
            ["--in-step", "--format", "ndjson", "--residue", "beside=s"],
            ["--in-step", "--format", "ndjson", "--to", "current"],
            ["--access-at", "2024-01-01"],
        ])
    func refused(_ options: [String]) throws {
        #expect(try Program.run(["upgrade", "-"] + options, in: scratch, input: Samples.oldEvent).status == 64)
        #expect(scratch.names.isEmpty)
    }
}

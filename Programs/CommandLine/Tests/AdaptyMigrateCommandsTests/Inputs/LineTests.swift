import Testing

@Suite struct LineTests {
    let scratch = Scratch()

    @Test func lineEndingsBlankLinesAndTheMissingLastOneStay() throws {
        try scratch.write(
            "\(Samples.oldEvent)\r\n\r\n  \n\(Samples.ownEvent)\n\(Samples.oldEvent)", to: "events.ndjson")
        let result = try Program.run("upgrade", "events.ndjson", in: scratch)
        #expect(result.text == "\(Samples.upgradedEvent)\r\n\r\n  \n\(Samples.ownEvent)\n\(Samples.upgradedEvent)")
    }

    @Test func anArrayInALineIsConvertedInPlace() throws {
        try scratch.write(
            "[\(Samples.oldEvent), \(Samples.unknown) ,\(Samples.ownEvent)]\n[\(Samples.unknown)]\n[]\n",
            to: "events.ndjson")
        let result = try Program.run("upgrade", "events.ndjson", in: scratch)
        #expect(result.status == 65)
        #expect(result.text == "[\(Samples.upgradedEvent),\(Samples.ownEvent)]\n[]\n".replacing("},{", with: "} ,{"))
    }

    @Test func noLineIsZeroRecords() throws {
        try scratch.write("", to: "events.ndjson")
        #expect(try Program.run("upgrade", "events.ndjson", "-o", "new.ndjson", in: scratch).status == 0)
        #expect(try scratch.bytes("new.ndjson").isEmpty)
    }

    @Test func theNumberOfJobsChangesNoByte() throws {
        let lines = (0..<4000).map { number in
            switch number % 5 {
            case 0: Samples.oldEvent
            case 1: #"{"event_type":"trial_cancelled","profile_id":"\#(number)"}"#
            case 2: Samples.unknown
            case 3: ""
            default: "[\(Samples.oldEvent),\(Samples.broken.dropLast())\"],\(Samples.unknown)]"
            }
        }
        try scratch.write(lines.joined(separator: "\n"), to: "events.ndjson")
        let one = try Program.run("upgrade", "events.ndjson", "--rejects", "one", in: scratch)
        let many = try Program.run("upgrade", "events.ndjson", "--rejects", "many", "--jobs", "7", in: scratch)
        #expect(one.status == 65)
        #expect(one.output == many.output)
        #expect(try scratch.bytes("one") == scratch.bytes("many"))
    }

    @Test func aLineLongerThanABlockIsOneRecord() throws {
        let long = #"{"event_type":"subscription_cancelled","note":""# + String(repeating: "x", count: 700_000) + "\"}"
        try scratch.write("\(Samples.ownEvent)\n\(long)\n\(Samples.ownEvent)\n", to: "events.ndjson")
        #expect(try Program.run("upgrade", "events.ndjson", "-o", "new.ndjson", in: scratch).status == 0)
        #expect(
            try Program.run("downgrade", "new.ndjson", in: scratch).text
                == "\(Samples.ownEvent)\n\(long)\n\(Samples.ownEvent)\n")
    }

    @Test func aRestoredRecordStaysOnItsLine() throws {
        try scratch.write(Samples.profile, to: "old.json")
        let joined = try Program.run("upgrade", "old.json", in: scratch).text.split(separator: "\n").joined()
        try scratch.write(joined + "\n" + Samples.ownEvent + "\n", to: "new.ndjson")
        let back = try Program.run("downgrade", "new.ndjson", in: scratch)
        #expect(back.lines.count == 2)
        #expect(back.lines.last == Samples.ownEvent)
    }
}

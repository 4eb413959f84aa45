import Foundation
import Testing

@Suite struct StandardInputTests {
    let scratch = Scratch()

    @Test(arguments: [["upgrade"], ["upgrade", "-"]])
    func oneDocument(_ arguments: [String]) throws {
        let result =
            arguments.count == 1
            ? try Program.run("upgrade", in: scratch, input: Samples.oldEvent)
            : try Program.run("upgrade", "-", in: scratch, input: Samples.oldEvent)
        #expect(result.text == Samples.upgradedEvent)
    }

    @Test func aPrettyPrintedDocumentIsOne() throws {
        let up = try Program.run("upgrade", in: scratch, input: Samples.profile)
        #expect(up.status == 0)
        #expect(try Program.run("downgrade", in: scratch, input: up.text).text == Samples.profile)
    }

    @Test func linesAreRecognised() throws {
        let result = try Program.run(
            "upgrade", in: scratch, input: "\n\(Samples.oldEvent)\n\(Samples.broken)\n\(Samples.ownEvent)\n")
        #expect(result.status == 65)
        #expect(result.text == "\n\(Samples.upgradedEvent)\n\(Samples.ownEvent)\n")
    }

    @Test func aDamagedFirstLineDoesNotHideTheOthers() throws {
        #expect(
            try Program.run("upgrade", in: scratch, input: "oops\n\(Samples.ownEvent)\n").text
                == "\(Samples.ownEvent)\n")
    }

    @Test func theFormatCanBeForced() throws {
        #expect(try Program.run("upgrade", in: scratch, input: "").status == 65)
        #expect(try Program.run("upgrade", "--format", "ndjson", in: scratch, input: "").status == 0)
        #expect(
            try Program.run(
                "upgrade", "--format", "json", in: scratch, input: "\(Samples.ownEvent)\n\(Samples.ownEvent)\n"
            ).status == 65)
    }

    @Test(
        "the lines of a slow pipe are answered before it ends",
        arguments: [
            ["upgrade", "--format", "ndjson"], ["detect", "--format", "ndjson"], ["upgrade", "-", "--jobs", "1"],
        ])
    func slowPipe(arguments: [String]) throws {
        let process = Program.prepare(arguments, in: scratch.folder)
        let input = Pipe(), output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // Without a format the first two lines decide.
        var unread = "\(Samples.ownEvent)\n\(Samples.oldEvent)\n", answers = ""
        for number in 1...3 {
            try input.fileHandleForWriting.write(contentsOf: Data((unread + Samples.ownEvent.prefix(7)).utf8))
            while answers.count(where: { $0 == "\n" }) < number + 1 {
                let data = output.fileHandleForReading.availableData
                try #require(!data.isEmpty)
                answers += String(decoding: data, as: UTF8.self)
            }
            unread = Samples.ownEvent.dropFirst(7) + "\n"
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(answers.contains("subscription_expired"))
    }

    @Test func aFileFromStandardInput() throws {
        #expect(try Program.run("upgrade", "-", "-o", "new.json", in: scratch, input: Samples.oldEvent).status == 0)
        #expect(try scratch.text("new.json") == Samples.upgradedEvent)
    }
}

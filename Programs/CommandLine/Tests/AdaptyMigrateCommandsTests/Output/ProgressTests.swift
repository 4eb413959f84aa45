import AdaptyMigrationSQL
import Foundation
import Testing

@testable import AdaptyMigrateCommands

/// What a log has of a long run.
@Suite struct ProgressTests {
    let scratch = Scratch()

    @Test("a line every ten seconds, and none of a run that waits", arguments: [LogFormat.plain, .json])
    func pace(format: LogFormat) {
        var line = ProgressLine(format, isInteractive: false, start: 100), done = 0
        let said = stride(from: 100.0, through: 160, by: 0.5).filter { now in
            if now < 145 { done += 1_000_000 }
            return line.line(at: now) { state(done, $0) } != nil
        }
        #expect(said == [110, 120, 130, 140, 150])
    }

    private func state(_ done: Int, _ seconds: Double, of total: Int = 400_000_000) -> ProgressState {
        ProgressState(
            unit: .bytes, done: done, total: total, seconds: seconds, records: 500, input: "captures/dump.ndjson")
    }

    @Test("says how much is done, how fast, and what is left")
    func texts() {
        #expect(
            state(100_000_000, 10).text
                == "25 % of 400.0 MB, 10.0 MB/s, 500 records, 30 s left: captures/dump.ndjson")
        #expect(state(100_000_000, 10, of: 0).text == "100.0 MB, 10.0 MB/s, 500 records: captures/dump.ndjson")
        let rows = ProgressState(unit: .rows, done: 500, total: 1500, seconds: 10)
        #expect(rows.text == "500 of 1500 rows, 50 rows/s, 20 s left" && rows.drawn(columns: 40) == rows.text)
    }

    @Test("is an object for programs, with null for what is unknown")
    func json() throws {
        func object(_ state: ProgressState) throws -> [String: Any] {
            var object = try scratch.object(String(decoding: state.json, as: UTF8.self))
            let time = object.removeValue(forKey: "time") as? String
            #expect(time?.hasSuffix("Z") == true && object.removeValue(forKey: "level") as? String == "info")
            #expect(object.removeValue(forKey: "message") as? String == "progress")
            return object
        }
        let known: [String: Any] = [
            "unit": "bytes", "done": 100, "total": 400, "seconds": 10, "seconds_left": 30, "records": 500,
            "input": "captures/dump.ndjson",
        ]
        #expect(NSDictionary(dictionary: try object(state(100, 10, of: 400))) == NSDictionary(dictionary: known))
        let unknown = try object(state(100, 10, of: 0))
        #expect(unknown["total"] is NSNull && unknown["seconds_left"] is NSNull)
        let rows = try object(ProgressState(unit: .rows, done: 1, total: 2, seconds: 1))
        #expect(rows["unit"] as? String == "rows" && rows["records"] == nil && rows["input"] == nil)
    }

    @Test(
        "a run of eleven seconds has one line, a short one has none", arguments: ["upgrade", "verify"],
        [[], ["--log", "json"]])
    func files(command: String, options: [String]) async throws {
        // The shell keeps the time, whatever else is tested meanwhile.
        let process = Process(), errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            "for n in $(seq 23); do echo \"$1\"; sleep 0.5; done | \"$0\" \"$2\" - --format ndjson $3 > /dev/null",
            Program.executable.path, Samples.oldEvent, command, options.joined(separator: " "),
        ]
        process.standardError = errors
        try process.run()
        let lines = try await lines(of: process, errors)
        #expect(process.terminationStatus == 0 && (1...2).contains(lines.count), "\(lines)")
        if options.isEmpty {
            #expect(lines.first?.hasPrefix("adapty-migrate: ") == true && lines[0].hasSuffix(" records: <stdin>"))
        } else {
            let object = try scratch.object(lines.first ?? "")
            #expect(object["message"] as? String == "progress" && object["input"] as? String == "<stdin>")
            #expect((object["records"] as? Int ?? 0) > 10)
        }
        let short = try Program.run(
            [command, "-", "--format", "ndjson"] + options, in: scratch, input: Samples.oldEvent)
        #expect(short.status == 0 && short.errors.isEmpty)
    }

    /// What a process writes until it ends. Other tests go on meanwhile.
    private func lines(of process: Process, _ errors: Pipe) async throws -> [String] {
        while process.isRunning { try await Task.sleep(for: .milliseconds(100)) }
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }

    #if SQLite
    @Test("so has a store", arguments: [[], ["--log", "json"]])
    func store(options: [String]) async throws {
        let connection = try SQLiteConnection(path: scratch.url("app.sqlite").path, creates: true)
        _ = try connection.run("CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT)", [])
        for _ in 0..<12 { _ = try connection.run("INSERT INTO events (body) VALUES (?1)", [.text(Samples.oldEvent)]) }
        let store = ["store", "apply", "sqlite:app.sqlite?table=events&column=body", "--batch", "1", "--throttle", "1"]
        let process = Program.prepare(store + options, in: scratch.folder), errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let lines = try await lines(of: process, errors)
        #expect(process.terminationStatus == 0 && (1...2).contains(lines.count), "\(lines)")
        if options.isEmpty {
            #expect(
                lines.first?.contains(" of 12 rows, 1 rows/s, ") == true
                    || lines.first?.contains(" of 12 rows, 0 rows/s, ") == true)
        } else {
            let object = try scratch.object(lines.first ?? "")
            #expect(object["unit"] as? String == "rows" && object["total"] as? Int == 12)
        }
    }
    #endif
}

#if os(Linux) && SQLite
import Foundation
import GRDB
import Testing

/// Whichever call of the system fails, or is the last: files are whole, old or new, the program says what is wrong, and
/// the next run gets through.
@Suite(.serialized) struct FaultTests {
    /// Runs the program with a fault at one call after the other, until there are no more calls.
    ///
    /// - Parameter body: gets a description of the fault, the status (9: killed), and the errors.
    private func faults(
        _ kind: String, _ step: Int, _ arguments: [String], _ make: (Scratch) throws -> Void,
        _ body: (Scratch, String, Int32, String) throws -> Void
    ) throws {
        let library = Program.executable.deletingLastPathComponent().appendingPathComponent("libFaultPoints.so")
        try #require(FileManager.default.fileExists(atPath: library.path))
        var point = 1, tried = 0
        while true {
            let scratch = Scratch(), count = Scratch()
            try make(scratch)
            var environment = [
                "LD_PRELOAD": library.path, "FAULT_FOLDER": scratch.folder.path, "FAULT_POINT": "\(point)",
                "FAULT_KIND": kind, "FAULT_COUNT": count.url("n").path,
            ]
            if point % 3 == 0 { environment["FAULT_ONCE"] = "1" }
            let result = try Program.run(arguments, in: scratch, environment: environment)
            try body(scratch, "\(kind) at call \(point)", result.status, result.errors)
            // A killed process tells nothing.
            let calls = result.status == 9 ? point : Int(try count.text("n")) ?? 0
            guard calls >= point else { break }
            point += step
            tried += 1
        }
        #expect(tried > 2)
    }

    /// A kill ends the program, and nothing else does; what fails is told.
    private func expectClear(_ status: Int32, _ errors: String, _ success: Int32, _ fault: String) {
        #expect(status == success || status == (fault.hasPrefix("kill") ? 9 : 74), "\(fault): \(errors)")
        if status == 74 {
            #expect(
                errors.hasPrefix("adapty-migrate: ") || errors.contains("cannot be written") || errors.contains("; "),
                "\(fault): \(errors)")
        }
    }

    @Test("a file is upgraded whole or not at all", arguments: ["kill-before", "kill-after", "EIO", "ENOSPC", "short"])
    func files(kind: String) throws {
        let arguments = ["upgrade", "old.ndjson", "-o", "new.ndjson"],
            expected = [Samples.upgradedEvent, Samples.ownEvent, ""].joined(separator: "\n")
        try faults(kind, Program.step(2), arguments) { scratch in
            try scratch.write(
                [Samples.oldEvent, Samples.unknown, Samples.ownEvent, ""].joined(separator: "\n"), to: "old.ndjson")
            try scratch.write("before", to: "new.ndjson")
        } _: { (scratch, fault, status, errors) throws in
            expectClear(status, errors, 65, fault)
            let output = try scratch.text("new.ndjson"), rejects = try? scratch.text("new.ndjson.rejects.ndjson")
            #expect(output == "before" || output == expected, "\(fault)")
            #expect(rejects == nil || rejects?.hasSuffix("}\n") == true, "\(fault)")
            if status == 65 { #expect(rejects != nil && output == expected, "\(fault)") }
            #expect(try Program.run(arguments, in: scratch).status == 65, "\(fault)")
            #expect(try scratch.text("new.ndjson") == expected, "\(fault)")
        }
    }

    @Test("a file of an app's data goes there and back", arguments: ["EIO", "ENOSPC"]) func preferences(kind: String)
        throws
    {
        let store = "sharedprefs:AdaptySDKPrefs.xml?sdk=3.12.0"
        let file =
            #"<map><string name="PROFILE_ID">p</string><string name="PURCHASER_INFO">{"profileId":"p","accessLevels":{"a":{"id":"a","isActive":true}}}</string></map>"#
        try faults(kind, Program.step(2), ["store", "apply", store]) {
            try $0.write(file, to: "AdaptySDKPrefs.xml")
        } _: { (scratch, fault, status, errors) throws in
            expectClear(status, errors, 0, fault)
            #expect(try Program.run("store", "apply", store, in: scratch).status == 0, "\(fault)")
            #expect(try Program.run("store", "verify", store, in: scratch).text == "PROFILE: proven\n", "\(fault)")
            #expect(try Program.run("store", "rollback", store, in: scratch).status == 0, "\(fault)")
            #expect(
                try scratch.text("AdaptySDKPrefs.xml") == file && scratch.names == ["AdaptySDKPrefs.xml"], "\(fault)")
        }
    }

    @Test("a table goes there and back", arguments: ["EIO", "ENOSPC"]) func table(kind: String) throws {
        let store = "sqlite:app.sqlite?table=events&column=body"
        try faults(kind, Program.step(29), ["store", "apply", store]) { scratch in
            try DatabaseQueue(path: scratch.url("app.sqlite").path).write { database in
                try database.execute(sql: "CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT)")
                try database.execute(sql: "INSERT INTO events (body) VALUES (?)", arguments: [Samples.oldEvent])
            }
        } _: { (scratch, fault, status, errors) throws in
            expectClear(status, errors, 0, fault)
            #expect(try Program.run("store", "apply", store, in: scratch).status == 0, "\(fault)")
            #expect(
                try Program.run("store", "verify", store, in: scratch).text
                    == "1 row read, 1 proven, 0 rejected as before, 0 findings\n", "\(fault)")
            #expect(try Program.run("store", "rollback", store, in: scratch).status == 0, "\(fault)")
            let body = try DatabaseQueue(path: scratch.url("app.sqlite").path).read {
                try String.fetchOne($0, sql: "SELECT body FROM events")
            }
            #expect(body == Samples.oldEvent, "\(fault)")
        }
    }
}
#endif

#if os(Linux) && SQLite
import Foundation
import Testing

/// Whichever call of the system fails, or is the last: files are whole, old or new, the program says what is wrong, and
/// the next run gets through. Stores are tested in the same way by their own package.
@Suite(.serialized) struct FaultTests {
    private let arguments = ["upgrade", "old.ndjson", "-o", "new.ndjson"]
    private let expected = [Samples.upgradedEvent, Samples.ownEvent, ""].joined(separator: "\n")

    @Test("a file is upgraded whole or not at all", arguments: ["kill-before", "kill-after", "EIO", "ENOSPC", "short"])
    func files(kind: String) throws {
        try everyFault(kind, arguments) { scratch, result, fault in try expectWhole(scratch, result, fault) }
    }

    @Test("a file is replaced whole or not at all", arguments: ["kill-before", "kill-after", "EIO", "ENOSPC", "short"])
    func inPlace(kind: String) throws {
        let arguments = ["upgrade", "old.ndjson", "--in-place=.orig"]
        let new = [Samples.upgradedEvent, Samples.unknown, Samples.ownEvent, ""].joined(separator: "\n")
        try everyFault(kind, arguments) { scratch, result, fault in
            #expect(result.status == 65 || result.status == (fault.hasPrefix("kill") ? 9 : 74), "\(result.errors)")
            let text = try scratch.text("old.ndjson"), copy = try? scratch.text("old.ndjson.orig")
            #expect(text == new ? copy == Self.old : text == Self.old && copy ?? text == text, "\(fault)")
            #expect(try Program.run(arguments, in: scratch).status == 65, "\(fault)")
            #expect(try scratch.text("old.ndjson") == new && scratch.text("old.ndjson.orig") == Self.old, "\(fault)")
        }
    }

    private static let old = [Samples.oldEvent, Samples.unknown, Samples.ownEvent, ""].joined(separator: "\n")

    /// Runs the program with a fault at one call after the other, until there are no more calls.
    private func everyFault(
        _ kind: String, _ arguments: [String], check: (Scratch, Program.Result, _ fault: String) throws -> Void
    ) throws {
        let library = Program.executable.deletingLastPathComponent().appendingPathComponent("libFaultPoints.so")
        try #require(FileManager.default.fileExists(atPath: library.path))
        var point = 1, tried = 0
        while true {
            let scratch = Scratch(), count = Scratch()
            try scratch.write(Self.old, to: "old.ndjson")
            try scratch.write("before", to: "new.ndjson")
            var environment = [
                "LD_PRELOAD": library.path, "FAULT_FOLDER": scratch.folder.path, "FAULT_POINT": "\(point)",
                "FAULT_KIND": kind, "FAULT_COUNT": count.url("n").path,
            ]
            if point % 3 == 0 { environment["FAULT_ONCE"] = "1" }
            let result = try Program.run(arguments, in: scratch, environment: environment)
            try check(scratch, result, "\(kind) at call \(point)")
            // A killed process tells nothing.
            let calls = result.status == 9 ? point : Int(try count.text("n")) ?? 0
            guard calls >= point else { break }
            point += Program.step(2)
            tried += 1
        }
        #expect(tried > 2)
    }

    /// A kill ends the program, and nothing else does; what fails is told.
    private func expectWhole(_ scratch: Scratch, _ result: Program.Result, _ fault: String) throws {
        let (status, errors) = (result.status, result.errors)
        #expect(status == 65 || status == (fault.hasPrefix("kill") ? 9 : 74), "\(fault): \(errors)")
        if status == 74 {
            #expect(
                errors.hasPrefix("adapty-migrate: ") || errors.contains("cannot be written") || errors.contains("; "),
                "\(fault): \(errors)")
        }
        let output = try scratch.text("new.ndjson"), rejects = try? scratch.text("new.ndjson.rejects.ndjson")
        #expect(output == "before" || output == expected, "\(fault)")
        #expect(rejects == nil || rejects?.hasSuffix("}\n") == true, "\(fault)")
        if status == 65 { #expect(rejects != nil && output == expected, "\(fault)") }
        #expect(try Program.run(arguments, in: scratch).status == 65, "\(fault)")
        #expect(try scratch.text("new.ndjson") == expected, "\(fault)")
    }
}
#endif

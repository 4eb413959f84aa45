import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Every layout of files: what goes in comes back, and what is not as it was left is found.
@Suite("Files")
struct FileRunTests {
    @Test(
        "planned, rehearsed, applied, verified, rolled back: the same bytes", arguments: FileShape.allCases,
        [true, false])
    func roundTrip(shape: FileShape, embeds: Bool) throws {
        let bench = try FileBench(shape), before = try bench.contents(), counts = shape.counts
        let run = try bench.open { $0.embedsResidue = embeds }
        #expect(try run.status().state == "none")
        let plan = try run.plan()
        #expect(
            plan.rows == counts.changed + counts.unchanged + counts.rejected && plan.changed == counts.changed
                && plan.rejects.values.reduce(0, +) == counts.rejected)
        #expect(plan.isSafe && plan.isComplete && plan.changed > 0)
        #expect(try !bench.open { $0.isPaused = { true } }.plan().isComplete)
        let rehearsal = try run.rehearse(), report = rehearsal.verification
        #expect(
            rehearsal.progress.changed == counts.changed && rehearsal.samples.count == min(3, counts.changed)
                && report.holds && report.proven == counts.changed + counts.unchanged, "\(report.findings)")
        #expect(try bench.contents() == before && bench.hidden().isEmpty)

        let progress = try run.apply()
        #expect(
            progress.isComplete && progress.changed == counts.changed && progress.unchanged == counts.unchanged
                && progress.rejected == counts.rejected)
        let after = try bench.contents()
        #expect(after != before && after.keys == before.keys)
        #expect(try run.status().state == "complete" && run.status().changed == counts.changed)
        let verified = try run.verify()
        #expect(
            verified.holds && verified.proven == counts.changed + counts.unchanged
                && verified.rejected == counts.rejected, "\(verified.findings)")

        let journal = try bench.hidden().map { try Data(contentsOf: bench.url($0)) }, again = try run.apply()
        #expect(
            again.isComplete && again.changed == 0 && again.unchanged == counts.changed + counts.unchanged
                && again.rejected == counts.rejected)
        #expect(
            try bench.contents() == after && bench.hidden().map { try Data(contentsOf: bench.url($0)) } == journal,
            "a second run changes nothing, in the journal neither")

        let back = try run.rollback()
        #expect(back.isComplete && back.restored == counts.changed && back.edited.isEmpty && back.kept.isEmpty)
        #expect(try bench.contents() == before && bench.hidden().isEmpty)
        #expect(try run.status().state == "none")
    }

    @Test("records that cannot be upgraded stay where they are, and are kept aside with their place and reason")
    func rejects() throws {
        let bench = try FileBench(.lines)
        _ = try bench.open().apply()
        let lines = try bench.text("a.ndjson").components(separatedBy: "\r\n")
        #expect(lines[2] == #"{"hello":"world"}"# && lines[3].isEmpty && lines[4] == #"{"cut":"# && lines.count == 6)
        let kept = try bench.text(".a.ndjson.adapty-migration/rejects/1.ndjson").split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(
            kept.map { $0?["line"] as? Int } == [3, 5]
                && kept.map { $0?["code"] as? String } == ["unrecognised", "truncated"])
        #expect(
            kept[0]?["record"] as? String == lines[2] && kept[0]?["source"] as? String == "a.ndjson"
                && kept[0]?["offset"] as? Int == FileShape.oldEvent.utf8.count + FileShape.newEvent.utf8.count + 4)
    }

    @Test("an export keeps every other byte; a new column keeps the names")
    func export() throws {
        let bench = try FileBench(.export)
        _ = try bench.open().apply()
        let expected =
            "\u{FEFF}profile_id,\"event_type\",note,_adapty_migration\r\np1,subscription_expired,\"a, \"\"b\"\"\r\nc\",subscription_cancelled\r\np2,\"trial_expired\",,TRIAL_CANCELED\r\np3,own,x,\r\n\r\nbad,row\r\np4,trial_started,9,"
        #expect(try bench.text("a.csv") == expected)
    }

    @Test(
        "an export whose names are current is not touched, nor one whose names are kept in the journal given a column")
    func currentExport() throws {
        let bench = try FileBench(["a.csv": Array("event_type,n\nsubscription_expired,1\n".utf8)]),
            before = try bench.contents()
        #expect(try bench.open().apply().unchanged == 1)
        #expect(try bench.contents() == before)
        let other = try FileBench(["a.csv": Array("event_type,n\nsubscription_cancelled,1\n".utf8)])
        _ = try other.open { $0.embedsResidue = false }.apply()
        #expect(try other.text("a.csv") == "event_type,n\nsubscription_expired,1\n")
    }

    @Test("rows that an old exporter adds to an upgraded export are upgraded by the next run, and all come back")
    func grownExport() throws {
        let bench = try FileBench(["a.csv": Array("event_type,n\nsubscription_cancelled,1\n".utf8)])
        _ = try bench.open().apply()
        try bench.write(Array((try bench.text("a.csv") + "trial_cancelled,2\nown,3\n").utf8), to: "a.csv")
        #expect(try bench.open().apply().changed == 1)
        #expect(
            try bench.text("a.csv")
                == "event_type,n,_adapty_migration\nsubscription_expired,1,subscription_cancelled\ntrial_expired,2,trial_cancelled\nown,3\n"
        )
        let verified = try bench.open().verify()
        #expect(verified.holds, "\(verified.findings)")
        let back = try bench.open().rollback()
        #expect(back.kept.isEmpty)
        #expect(
            try bench.text("a.csv") == "event_type,n\nsubscription_cancelled,1\ntrial_cancelled,2\nown,3\n"
                && bench.hidden().isEmpty)
    }

    @Test("edits after the upgrade stay when it is taken back", arguments: ["a.ndjson", "a.json", "a.csv"])
    func edited(name: String) throws {
        let shape = ["a.ndjson": FileShape.lines, "a.json": .document, "a.csv": .export][name] ?? .folder
        let bench = try FileBench(shape), old = try bench.text(name)
        let (from, to) = name == "a.csv" ? ("p4,trial_started,9", "p4,trial_started,10") : ("2030-01-01", "2031-01-01")
        _ = try bench.open().apply()
        try bench.edit(name, from, to)
        #expect(
            try bench.open().verify().findings.first?.hasPrefix(
                "\(name): changed since the upgrade (from line \(name == "a.json" ? 4 : name == "a.csv" ? 8 : 6) on)")
                == true)
        let back = try bench.open().rollback()
        #expect(back.edited.count == 1 && back.kept.isEmpty && back.restored >= 1 && back.isComplete, "\(back)")
        #expect(try bench.text(name) == old.replacingOccurrences(of: from, with: to))
    }

    @Test("added lines stay, dropped ones stay away, and an edited name wins over the kept one")
    func addedAndDropped() throws {
        let bench = try FileBench(["a.ndjson": Array("\(FileShape.oldEvent)\n\(FileShape.profile)\n".utf8)])
        _ = try bench.open().apply()
        let lines = try bench.text("a.ndjson").split(separator: "\n").map(String.init)
        try bench.write(Array("\(FileShape.newEvent)\n\(lines[0])\n".utf8), to: "a.ndjson")
        let back = try bench.open().rollback()
        #expect(
            back.restored == 1 && back.edited == ["a.ndjson: 1 fewer records than were upgraded"] && back.kept.isEmpty)
        #expect(try bench.text("a.ndjson") == "\(FileShape.newEvent)\n\(FileShape.oldEvent)\n")

        let export = try FileBench(["a.csv": Array("event_type\nsubscription_cancelled\ntrial_cancelled\n".utf8)])
        _ = try export.open().apply()
        try export.edit("a.csv", "subscription_expired", "subscription_renewed")
        _ = try export.open().rollback()
        #expect(try export.text("a.csv") == "event_type\nsubscription_renewed\ntrial_cancelled\n")
    }

    @Test("what was edited beyond recognition is left and named, and the rest taken back; again, once it is mended")
    func beyondRecognition() throws {
        let bench = try FileBench(["a.ndjson": Array("\(FileShape.oldEvent)\n\(FileShape.profile)\n".utf8)])
        _ = try bench.open().apply()
        try bench.edit("a.ndjson", "\"event_type\":\"subscription_expired\"", "\"event_type\":")
        let back = try bench.open().rollback()
        #expect(back.kept.count == 1 && back.kept[0].contains("a.ndjson line 1") && back.restored == 1)
        #expect(try bench.text("a.ndjson").hasSuffix("\n\(FileShape.profile)\n"))
        #expect { try bench.open().apply() } throws: { "\($0)".contains("a rollback of these files was started") }
        try bench.edit("a.ndjson", "\"event_type\":,", "\"event_type\":\"subscription_expired\",")
        #expect(try bench.open().rollback().kept.isEmpty)
        #expect(try bench.text("a.ndjson") == "\(FileShape.oldEvent)\n\(FileShape.profile)\n" && bench.hidden().isEmpty)
    }

    @Test("without residue in the records the journal gives back what was not touched, and names the rest")
    func journalOnly() throws {
        let bench = try FileBench(["a.ndjson": Array("\(FileShape.oldEvent)\n\(FileShape.profile)\n".utf8)])
        func run() throws -> FileRun { try bench.open { $0.embedsResidue = false } }
        _ = try run().apply()
        #expect(try !bench.text("a.ndjson").contains(Residue.memberName))
        try bench.edit("a.ndjson", "subscription_expired", "trial_expired")
        let back = try run().rollback()
        #expect(back.kept.count == 1 && back.restored == 1)
        #expect(try bench.text("a.ndjson").hasSuffix("\n\(FileShape.profile)\n"))
    }

    @Test("paused, it goes on where it stopped; half of it can be taken back")
    func paused() throws {
        let bench = try FileBench(.folder), before = try bench.contents()
        let first = try bench.open {
            $0.isPaused = { FileManager.default.fileExists(atPath: bench.url(".adapty-migration/originals/1").path) }
        }.apply()
        #expect(!first.isComplete && first.changed == 2)
        #expect(try bench.open().status().state == "running")
        #expect(try !bench.open().verify().holds)
        let half = try bench.contents()
        #expect(try bench.open().rollback().isComplete)
        #expect(try bench.contents() == before && half != before)
        _ = try bench.open {
            $0.isPaused = { FileManager.default.fileExists(atPath: bench.url(".adapty-migration/originals/1").path) }
        }.apply()
        #expect(try bench.open().apply().isComplete)
        #expect(try bench.open().verify().holds)
    }

    @Test("another place, other options, another version: refused with a reason")
    func bound() throws {
        let bench = try FileBench(.lines), journal = ".a.ndjson.adapty-migration/journal"
        _ = try bench.open().apply()
        #expect { try bench.open { $0.embedsResidue = false }.apply() } throws: { "\($0)".contains("other options") }
        let whole = try bench.text(journal)
        try bench.write(Array(whole.dropLast(10).utf8), to: journal)
        #expect(try bench.open().status().state == "running", "a line that was cut off was never counted on")
        #expect(try bench.open().apply().isComplete)
        #expect(try bench.text(journal) == whole)
        try bench.edit(journal, "file\t1\ta", "file\t1\tb")
        #expect(try bench.open().verify().findings.contains { $0.contains("line 2 of the journal") })
        #expect { try bench.open().apply() } throws: { "\($0)".contains("was changed") }
        try bench.write(Array("mine".utf8) + [10], to: journal)
        #expect { try bench.open().status() } throws: { "\($0)".contains("is not a journal") }
    }

    @Test("a file that is changed while it is read is read again, and left when that does not end")
    func contended() throws {
        let bench = try FileBench(.lines), before = try bench.text("a.ndjson")
        /// Writes to the file while it is read: the first question comes before.
        func change(_ times: Int) -> @Sendable () -> Bool {
            let calls = Counter()
            return {
                calls.value += 1
                if (2..<times + 2).contains(calls.value) {
                    try? bench.write(
                        Array((before + String(repeating: "\n", count: calls.value - 1)).utf8), to: "a.ndjson")
                }
                return false
            }
        }
        let progress = try bench.open { $0.isPaused = change(1) }.apply()
        #expect(progress.isComplete && progress.changed == 2 && progress.contended == 1)
        #expect(try bench.open().verify().holds)
        _ = try bench.open().rollback()
        #expect(try bench.text("a.ndjson") == before + "\n")
        let left = try bench.open { $0.isPaused = change(1000) }.apply()
        #expect(left.changed == 0 && left.rejected == 1 && left.contended == 3)
    }

    /// Counts from one thread.
    final class Counter: @unchecked Sendable {
        var value = 0
    }

    @Test("links, hidden files and other people's files are left alone; rights and other names are kept")
    func others() throws {
        let bench = try FileBench([
            "a.ndjson": Array(FileShape.oldEvent.utf8), "x/.hidden.ndjson": Array(FileShape.oldEvent.utf8),
            "x/b.ndjson": Array(FileShape.oldEvent.utf8),
        ])
        try FileManager.default.createSymbolicLink(
            at: bench.url("link.ndjson"), withDestinationURL: bench.url("a.ndjson"))
        try FileManager.default.linkItem(at: bench.url("a.ndjson"), to: bench.url("a.bak"))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: bench.url("a.ndjson").path)
        let plan = try bench.open().plan()
        #expect(
            plan.warnings.count == 2 && plan.warnings.contains { $0.contains("link.ndjson is a symbolic link") }
                && plan.warnings.contains { $0.contains("a.ndjson has other names") })
        #expect(try bench.open().apply().changed == 2)
        #expect(try bench.text("a.bak") == FileShape.oldEvent && bench.text("x/.hidden.ndjson") == FileShape.oldEvent)
        #expect(
            try FileManager.default.attributesOfItem(atPath: bench.url("a.ndjson").path)[.posixPermissions] as? Int
                == 0o640)
        #expect(try bench.open().rollback().isComplete)
        #expect(
            try FileManager.default.attributesOfItem(atPath: bench.url("a.ndjson").path)[.referenceCount] as? Int == 2)
    }

    #if os(Linux)
    @Test("extended attributes go with a file, up, back by the journal, and back by the residues")
    func attributes() throws {
        let bench = try FileBench(["a.ndjson": Array(FileShape.oldEvent.utf8)]), path = bench.url("a.ndjson").path
        try #require(try python("os.setxattr('\(path)', 'user.note', b'kept')") == 0, "no extended attributes here")
        let isThere = "assert os.getxattr('\(path)', 'user.note') == b'kept'"
        #expect(try bench.open().apply().changed == 1)
        #expect(try python(isThere) == 0)
        let edited = try bench.text("a.ndjson") + FileShape.oldEvent + "\n"
        let handle = try FileHandle(forWritingTo: bench.url("a.ndjson"))
        try handle.write(contentsOf: Data(edited.utf8))
        try handle.close()
        _ = try bench.open().rollback()
        #expect(try python(isThere) == 0)
    }

    /// Glibc's Swift module has no calls for extended attributes.
    private func python(_ statement: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import os; " + statement]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
    #endif

    @Test("what is not there, or is no data, is named")
    func missing() throws {
        let bench = try FileBench(["notes.txt": [1], "more/notes.txt": [1]])
        func message(_ path: String) -> String {
            do {
                _ = try FileRun(path, RunOptions()).plan()
                return "planned"
            } catch { return error.description }
        }
        #expect(message(bench.path).contains("has no file that ends in .json, .ndjson, .jsonl or .csv"))
        #expect(message(bench.path + "/nothing").contains("No such file"))
        #expect(message(bench.path + "/notes.txt").contains("is not that of a data file"))
        #expect(message("/dev/null").contains("not a regular file"))
        #expect(throws: StoreFailure.self) { try FileRun(bench.path, RunOptions()).rollback() }
        #expect(throws: StoreFailure.self) { try FileRun(bench.path, RunOptions()).verify() }
        #expect { try StoreAddress(bench.path + "/notes.txt") } throws: { "\($0)".contains("is not a store") }
    }

    #if Gzip
    @Test("compressed files: cut off, damaged, of several members, padded with zeros")
    func gzip() throws {
        let whole = FileBench.gzip(Array(FileShape.lineText.utf8))
        var damaged = whole
        damaged[whole.count / 2] ^= 0x55
        let bench = try FileBench([
            "cut.ndjson.gz": Array(whole.dropLast(9)), "damaged.ndjson.gz": damaged, "none.json.gz": [],
            "padded.ndjson.gz": whole + [0, 0, 0], "plain.ndjson.gz": Array(FileShape.lineText.utf8),
        ])
        let before = try bench.contents(), progress = try bench.open().apply()
        #expect(progress.changed == 2 && progress.rejected == 6)
        let after = try bench.contents()
        for name in before.keys where name != "padded.ndjson.gz" { #expect(after[name] == before[name], "\(name)") }
        #expect(
            try FileBench.gunzip(try #require(after["padded.ndjson.gz"])).starts(
                with: Array(FileShape.newEvent.dropLast().utf8)))
        #expect(try bench.open().verify().holds)
        _ = try bench.open().rollback()
        #expect(try bench.contents() == before)
    }

    @Test("a compressed file that was edited keeps its edits", arguments: [true, false])
    func editedGzip(embeds: Bool) throws {
        let bench = try FileBench([
            "a.ndjson.gz": FileBench.gzip(Array("\(FileShape.oldEvent)\n\(FileShape.profile)\n".utf8))
        ])
        func run() throws -> FileRun { try bench.open { $0.embedsResidue = embeds } }
        _ = try run().apply()
        let text = String(
            decoding: try FileBench.gunzip(Array(try Data(contentsOf: bench.url("a.ndjson.gz")))), as: UTF8.self)
        try bench.write(FileBench.gzip(Array((text + #"{"event_type":"own"}"# + "\n").utf8)), to: "a.ndjson.gz")
        let back = try run().rollback()
        #expect(back.restored == 2 && back.kept.count == (embeds ? 0 : 1), "\(back)")
        let expected = "\(FileShape.oldEvent)\n\(FileShape.profile)\n" + #"{"event_type":"own"}"# + "\n"
        #expect(try FileBench.gunzip(Array(try Data(contentsOf: bench.url("a.ndjson.gz")))) == Array(expected.utf8))
    }
    #endif
}

import Foundation
import Testing

@testable import AdaptyMigrationStores

/// What may go wrong with upgraded files: found by a check, or survived.
@Suite("Faults in files")
struct FileFaultTests {
    static let files = [
        "a.ndjson": Array(
            (1...4).map { #"{"event_type":"subscription_cancelled","event_api_version":1,"n":\#($0)}"# }.joined(
                separator: "\n"
            ).utf8),
        "b.ndjson": Array(FileShape.oldEvent.utf8),
        "c.csv": Array("event_type,n\nsubscription_cancelled,1\nown,2\n".utf8),
        "d.ndjson": Array(FileShape.newEvent.utf8),
    ]

    /// What may happen, and a word of what is said of it.
    static let faults: [(name: String, word: String, plant: @Sendable (FileBench) throws -> Void)] = [
        (
            "flipped bit", "a.ndjson: changed since the upgrade (from line 3 on)",
            { try $0.edit("a.ndjson", "\"n\":3", "\"n\":2") }
        ),
        ("flipped bit in an untouched file", "d.ndjson: changed since", { try $0.edit("d.ndjson", "9.90", "9.91") }),
        (
            "dropped record", "a.ndjson: changed since the upgrade (from line 2 on)",
            { bench in
                try bench.write(
                    Array(
                        try bench.text("a.ndjson").split(separator: "\n").enumerated().filter { $0.offset != 1 }.map(
                            \.element
                        ).joined(separator: "\n").utf8), to: "a.ndjson")
            }
        ),
        (
            "doubled record", "a.ndjson: changed since the upgrade (from line 2 on)",
            { bench in
                let lines = try bench.text("a.ndjson").split(separator: "\n")
                try bench.write(Array(([lines[0]] + lines).joined(separator: "\n").utf8), to: "a.ndjson")
            }
        ),
        (
            "swapped records", "a.ndjson: changed since the upgrade (from line 1 on)",
            { bench in
                try bench.write(
                    Array(try bench.text("a.ndjson").split(separator: "\n").reversed().joined(separator: "\n").utf8),
                    to: "a.ndjson")
            }
        ),
        (
            "cut off", "a.ndjson: changed since the upgrade (from line 4 on)",
            { try $0.write(Array(try $0.text("a.ndjson").dropLast(5).utf8), to: "a.ndjson") }
        ),
        (
            "appended", "a.ndjson: changed since the upgrade (from line 4 on)",
            { try $0.write(Array((try $0.text("a.ndjson") + "\n{}").utf8), to: "a.ndjson") }
        ),
        (
            "changed row", "c.csv: changed since the upgrade (from line 2 on)",
            { try $0.edit("c.csv", "expired,1", "expired,9") }
        ),
        (
            "missing file", "b.ndjson: the file is missing",
            { try FileManager.default.removeItem(at: $0.url("b.ndjson")) }
        ),
        (
            "new file", "e.ndjson: not in the journal: not upgraded yet",
            { try $0.write(Array(FileShape.profile.utf8), to: "e.ndjson") }
        ),
        (
            "doubled file", "e.ndjson: not in the journal, and the same file as b.ndjson",
            { try FileManager.default.copyItem(at: $0.url("b.ndjson"), to: $0.url("e.ndjson")) }
        ),
        (
            "swapped files", "a.ndjson: changed since the upgrade, to the former content of b.ndjson",
            { bench in
                let (a, b) = (try bench.text("a.ndjson"), try bench.text("b.ndjson"))
                try bench.write(Array(b.utf8), to: "a.ndjson")
                try bench.write(Array(a.utf8), to: "b.ndjson")
            }
        ),
        (
            "old file back", "b.ndjson: it is the original again",
            { try $0.write(files["b.ndjson"] ?? [], to: "b.ndjson") }
        ),
        (
            "stale journal", "b.ndjson: not in the journal",
            { bench in
                try bench.write(
                    Array(
                        try bench.text(".adapty-migration/journal").split(separator: "\n").filter {
                            !$0.contains("b.ndjson")
                        }.joined(separator: "\n").utf8) + [10], to: ".adapty-migration/journal")
            }
        ),
        (
            "stale journal, by its numbers", "a line before it is missing",
            { bench in
                try bench.write(
                    Array(
                        try bench.text(".adapty-migration/journal").split(separator: "\n").filter {
                            !$0.contains("b.ndjson")
                        }.joined(separator: "\n").utf8) + [10], to: ".adapty-migration/journal")
            }
        ),
        (
            "flipped bit in the journal", "line 3 of the journal",
            { try $0.edit(".adapty-migration/journal", "file\t2\tb", "file\t2\tc") }
        ),
        (
            "other original", "a.ndjson: its original in the journal was changed",
            { try $0.write(Array("{}".utf8), to: ".adapty-migration/originals/1") }
        ),
        (
            "lost original", "a.ndjson: its original in the journal is missing",
            { try FileManager.default.removeItem(at: $0.url(".adapty-migration/originals/1")) }
        ),
    ]

    @Test("every planted fault is found", arguments: faults.indices)
    func planted(number: Int) throws {
        let fault = FileFaultTests.faults[number], bench = try FileBench(FileFaultTests.files)
        _ = try bench.open().apply()
        #expect(try bench.open().verify().holds)
        try fault.plant(bench)
        let report = try bench.open().verify()
        #expect(report.findings.contains { $0.contains(fault.word) }, "\(fault.name): \(report.findings)")
    }

    /// The calls of the file system of one run.
    private static func calls(_ bench: FileBench, _ body: (FileRun) throws -> Void) throws -> Int {
        let calls = FileRunTests.Counter()
        try body(
            try bench.open(
                { _ in },
                Disk(before: {
                    calls.value += 1; return nil
                })))
        return calls.value
    }

    /// A disk on which the call of a number fails, and all after it where the trouble stays.
    private static func failing(_ number: Int, with error: Int32, stays: Bool) -> Disk {
        let calls = FileRunTests.Counter()
        return Disk(before: {
            calls.value += 1
            return calls.value == number || stays && calls.value > number ? error : nil
        })
    }

    @Test("a full disk, or a broken one, at any call, for once or for good: said, and nothing lost")
    func broken() throws {
        let bench = try FileBench(FileFaultTests.files.filter { $0.key != "a.ndjson" }), before = try bench.contents()
        let calls = try FileFaultTests.calls(bench) { _ = try $0.apply() }
        let after = try bench.contents(), back = try FileFaultTests.calls(bench) { _ = try $0.rollback() }
        #expect(calls > 40 && back > 20)
        for number in 1...calls {
            func disk(_ number: Int) -> Disk {
                FileFaultTests.failing(number, with: [ENOSPC, EIO, EROFS][number % 3], stays: number % 2 == 0)
            }
            #expect(throws: StoreFailure.self, "call \(number)") { try bench.open({ _ in }, disk(number)).apply() }
            for (name, bytes) in try bench.contents() {
                #expect(bytes == before[name] || bytes == after[name], "call \(number), \(name)")
            }
            #expect(try bench.open().apply().isComplete)
            #expect(try bench.contents() == after, "call \(number)")
            let report = try bench.open().verify()
            #expect(report.holds, "call \(number): \(report.findings)")
            let stop = min(number, back)
            #expect(throws: StoreFailure.self, "call \(stop) of the rollback") {
                try bench.open({ _ in }, disk(stop)).rollback()
            }
            if try bench.open().status().state != "none" { #expect(try bench.open().rollback().isComplete) }
            #expect(try bench.contents() == before, "call \(number)")
            try? FileManager.default.removeItem(at: bench.url(".adapty-migration"))
        }
    }

    @Test("where files can have no second name, the original is copied")
    func withoutLinks() throws {
        let bench = try FileBench(["a.ndjson": Array(FileShape.oldEvent.utf8)]), before = try bench.contents()
        let calls = try FileFaultTests.calls(bench) { _ = try $0.apply() }
        _ = try bench.open().rollback()
        var completed = 0
        for number in 1...calls {
            // Only a link may be refused without harm.
            guard
                let progress = try? bench.open({ _ in }, FileFaultTests.failing(number, with: EPERM, stays: false))
                    .apply()
            else {
                if try bench.open().status().state != "none" { _ = try bench.open().rollback() }
                try? FileManager.default.removeItem(at: bench.url(".a.ndjson.adapty-migration"))
                continue
            }
            completed += 1
            #expect(progress.isComplete && progress.changed == 1)
            let original = bench.url(".a.ndjson.adapty-migration/originals/1").path
            #expect(
                try FileManager.default.contents(atPath: original) == Data(FileShape.oldEvent.utf8)
                    && bench.open().verify().holds)
            #expect(try bench.open().rollback().isComplete && bench.contents() == before)
        }
        #expect(completed == 1)
    }

    @Test("a second run while one is under way is refused")
    func twoAtOnce() throws {
        let bench = try FileBench(FileFaultTests.files), second = try bench.open()
        _ = try second.apply()
        try second.exclusively { () throws(StoreFailure) in
            do throws(StoreFailure) {
                _ = try second.apply()
                Issue.record("two runs at once")
            } catch {
                #expect(error.kind == .refused && error.message.contains("another run is in progress"))
            }
        }
        #expect(try second.apply().isComplete)
    }
}

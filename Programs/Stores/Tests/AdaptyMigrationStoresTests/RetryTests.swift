#if SQLite && PostgreSQL
import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// What was rejected is tried again by the next run, also under newer rules, and without taking anything back first.
@Suite("Retries")
struct RetryTests {
    /// The journal's first line as a program with other rules writes it.
    private func age(_ bench: FileBench, _ journal: String) throws {
        var lines = try bench.text(journal).components(separatedBy: "\n"),
            fields = lines[0].components(separatedBy: "\t").dropLast()
        fields[2] = "older"
        let text = fields.joined(separator: "\t")
        lines[0] = text + "\t" + SHA256Hash.hex(Array(text.utf8)).prefix(16)
        try bench.write(Array(lines.joined(separator: "\n").utf8), to: journal)
    }

    /// A journal in which a file stands as rejected, which these rules upgrade.
    private func rejected(_ bench: FileBench, _ name: String) throws {
        let run = try bench.open(), disk = Disk()
        try disk.makeFolder(run.place.journal)
        let journal = try FileJournal(beginning: run.place.journal, run.binding, disk),
            digest = try FileReader.digest(bench.url(name).path)
        try journal.add(
            .init(
                number: 1, path: name, original: nil, written: digest, content: digest, size: 1,
                counts: FileCounts(rejected: 2)), disk)
        try journal.set(.complete, disk)
    }

    @Test(
        "a file that was rejected is upgraded by the next run, and taken back by one rollback",
        arguments: ["same rules", "other rules"])
    func file(rules: String) throws {
        let bench = try FileBench(["a.ndjson": Array("\(FileShape.oldEvent)\n\(FileShape.profile)\n".utf8)]),
            before = try bench.contents(), journal = ".a.ndjson.adapty-migration/journal"
        try rejected(bench, "a.ndjson")
        if rules == "other rules" { try age(bench, journal) }
        let progress = try bench.open().apply()
        #expect(progress.changed == 2 && progress.rejected == 0 && progress.isComplete)
        let verified = try bench.open().verify(), status = try bench.open().status()
        #expect(
            verified.holds && verified.proven == 2 && status.rejected == 0 && status.refusal == nil,
            "\(verified.findings)")
        #expect(try bench.open().rollback().isComplete)
        #expect(try bench.contents() == before && bench.hidden().isEmpty)
    }

    @Test("records that were rejected are upgraded once they are mended, over what was upgraded before")
    func records() throws {
        let bench = try FileBench(["a.ndjson": Array("\(FileShape.oldEvent)\n{\"cut\":\n".utf8)])
        #expect(try bench.open().apply().rejected == 1)
        let kept = ".a.ndjson.adapty-migration/rejects/1.ndjson",
            journal = try bench.text(".a.ndjson.adapty-migration/journal")
        let again = try bench.open().apply()
        #expect(again.changed == 0 && again.unchanged == 1 && again.rejected == 1)
        #expect(
            try bench.text(".a.ndjson.adapty-migration/journal") == journal && bench.hidden().contains(kept)
                && !bench.hidden().contains { $0.hasSuffix("rejects/2.ndjson") })
        try bench.edit("a.ndjson", "{\"cut\":", FileShape.profile)
        let mended = try bench.open().apply()
        #expect(mended.changed == 1 && mended.unchanged == 1 && mended.rejected == 0)
        #expect(try bench.open().verify().holds)
        #expect(try bench.open().rollback().isComplete)
        #expect(try bench.text("a.ndjson") == "\(FileShape.oldEvent)\n\(FileShape.profile)\n")
    }

    @Test(
        "other rules take a complete run over where they give the same, and leave it where they do not",
        arguments: [false, true])
    func files(differs: Bool) throws {
        let bench = try FileBench(.folder), journal = ".adapty-migration/journal"
        _ = try bench.open().apply()
        let after = try bench.contents()
        // A file that was upgraded whole, and whose original gives something else by these rules.
        if differs {
            try bench.write(Array(FileShape.oldEvent.utf8), to: "whole.ndjson")
            _ = try bench.open().apply()
            let original = try #require(
                try bench.hidden().first { try $0.contains("originals/") && bench.text($0) == FileShape.oldEvent })
            try bench.write(Array(FileShape.newEvent.utf8), to: original)
        }
        try age(bench, journal)
        #expect(try bench.open().status().refusal?.contains("other rules") == true)
        if differs {
            #expect { try bench.open().apply() } throws: { "\($0)".contains("other rules") }
        } else {
            #expect(try bench.open().apply().changed == 0)
            #expect(
                try bench.contents() == after && bench.open().verify().holds && bench.open().status().refusal == nil)
            #expect(try bench.open().rollback().isComplete)
        }
    }

    @Test("rows that other rules rejected are upgraded when these take the run over", arguments: Backend.usual)
    func rows(backend: Backend) throws {
        let bench = try Workbench(backend)
        try bench.insert(TableRunTests.documents(20))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let after = try bench.contents()
        // As older rules left it: two rows rejected, one thought current.
        for key in [1, 2, 6] { try bench.set(key, before[key - 1].bytes) }
        for key in [1, 2] {
            try bench.run("DELETE FROM adapty_migration_journal WHERE key = \(bench.literal(key))")
            try bench.run(
                "INSERT INTO adapty_migration_rejects (run, key, code, reason) SELECT id, \(bench.literal(key)), 'unrecognised', 'unknown then' FROM adapty_migration_runs"
            )
        }
        try bench.run(
            "UPDATE adapty_migration_journal SET original = NULL, written = ?1 WHERE key = \(bench.literal(6))",
            .text(Digest.of(before[5])))
        try bench.run("UPDATE adapty_migration_runs SET rules = 'older', originals = originals - 3")
        let progress = try run.apply()
        #expect(progress.changed == 3 && progress.rejected == 4 && progress.isComplete)
        #expect(try bench.contents() == after)
        let report = try run.verify()
        #expect(report.holds && report.proven == 16 && report.rejected == 4, "\(report.findings)")
        #expect(try run.rollback().restored == 8)
        #expect(try bench.contents() == before)
    }

    @Test("rules that give something else of an original are refused", arguments: [Backend.sqlite, .postgresText])
    func otherRules(backend: Backend) throws {
        let bench = try Workbench(backend)
        try bench.insert(TableRunTests.documents(10))
        let run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let after = try bench.contents()
        try bench.run(
            "UPDATE adapty_migration_journal SET original = ?1 WHERE key = \(bench.literal(1))",
            .blob(TableRunTests.event))
        try bench.run("UPDATE adapty_migration_runs SET rules = 'older'")
        #expect { try run.apply() } throws: { "\($0)".contains("other rules") }
        #expect(try bench.contents() == after)
    }
}
#endif

#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// Whatever programs do to upgraded rows, a rollback loses no original that a row may need, and no edit.
@Suite("Rows that programs changed")
struct ChangedRowsTests {
    private static let people = ["a", "b", "c"].map { Person(name: $0) }

    private func upgraded(_ backend: Backend) throws -> (TestTable, LostDocuments) {
        let bench = try TestTable.of(Self.people, backend)
        #expect(try bench.open(TableRunTests.options()).apply().changed == 3)
        return (bench, LostDocuments(bench))
    }

    @Test("an edit that makes another document of it stays, and the original is in the file", arguments: Backend.usual)
    func replaced(backend: Backend) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        let other = try #require(try bench.text(1)?.replacing(#""a""#, with: #""z""#))
        try bench.write("body", 1, other)
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.replaced.first == ["1"] && back.restored == 2 && back.isComplete && !back.isClean)
        #expect(try bench.text(1) == other)
        #expect(try file.records() == [Self.people[0].old])
    }

    @Test("an edit that looks older is upgraded again, and the original is kept", arguments: Backend.usual)
    func flags(backend: Backend) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        let edited = try #require(try bench.text(1)).replacing(#""is_active": true"#, with: #""is_active": 0"#)
        try bench.write("body", 1, edited)
        #expect(try bench.open(TableRunTests.options()).apply().changed == 1)
        #expect(try bench.open(TableRunTests.options()).verify().holds)
        #expect(try bench.text(1)?.contains(#""is_active": false"#) == true)
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.replaced.first == ["1"] && back.restored == 3)
        #expect(try bench.texts("body") == [edited, Self.people[1].old, Self.people[2].old])
        #expect(try file.records() == [Self.people[0].old])
    }

    @Test("a document of an old program replaces the original, which is kept if it has more", arguments: Backend.usual)
    func rewritten(backend: Backend) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        let later = Self.people[0].until(2031).old,
            other = Person(name: "z").old
                .replacing(#""app_id": "A", "#, with: "")
        try bench.write("body", 1, later)
        try bench.write("body", 2, other)
        #expect(try bench.open(TableRunTests.options()).apply().changed == 2)
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.restored == 3 && back.replaced.first == ["2"])
        #expect(try bench.texts("body") == [later, other, Self.people[2].old])
        #expect(try file.records() == [Self.people[1].old])
    }

    @Test("a row with another key and an edit gets its original with the edit", arguments: Backend.usual)
    func moved(backend: Backend) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        try bench.run("UPDATE TABLE_NAME SET id = 77, body = replace(body, '2030', '2031') WHERE id = 1")
        let added = Self.people[0].until(2040).current
        try bench.insert([Array(Person(name: "new").current.utf8)], from: 90)
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.edited.first == ["77"] && back.added.first == ["90"] && back.restored == 2 && back.deleted.isEmpty)
        #expect(try bench.text(77) == Self.people[0].until(2031).old)
        #expect(try bench.text(90) == Person(name: "new").current && added != Self.people[0].current)
    }

    @Test("of two rows that it may be, none is taken, and the original is in the file", arguments: Backend.usual)
    func ambiguous(backend: Backend) throws {
        let bench = try TestTable.of([Person(name: "a"), Person(name: "a", year: 2032)], backend),
            file = LostDocuments(bench)
        defer { file.remove() }
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run("UPDATE TABLE_NAME SET id = id + 70, body = replace(body, '2030', '2031') WHERE id = 1")
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 2")
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.skipped.count == 2 && back.added.first == ["71"] && back.deleted.isEmpty && back.isComplete)
        #expect(try Set(file.records()) == [Person(name: "a").old, Person(name: "a", year: 2032).old])
    }

    @Test(
        "a row that got another key, and was upgraded again there, is found", arguments: Backend.usual, [false, true])
    func movedAndUpgraded(backend: Backend, isEdited: Bool) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        let edit = isEdited ? ", body = replace(body, '2030', '2031')" : ""
        try bench.run("UPDATE TABLE_NAME SET id = 77\(edit) WHERE id = 1")
        _ = try bench.open(TableRunTests.options()).apply()
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.deleted.isEmpty && back.isClean)
        #expect(try bench.text(77) == Self.people[0].until(isEdited ? 2031 : 2030).old)
    }

    @Test("a row that moved while a run was stopped, and was upgraded again later", arguments: Backend.usual)
    func movedMeanwhile(backend: Backend) throws {
        let bench = try TestTable.of(Self.people, backend), file = LostDocuments(bench)
        defer { file.remove() }
        #expect(try bench.open(TableRunTests.options(batch: 1, pauseAfter: 1)).apply().changed == 1)
        try bench.run("UPDATE TABLE_NAME SET id = 77, body = replace(body, '2030', '2031') WHERE id = 1")
        #expect(try bench.open(TableRunTests.options()).apply().changed == 2)
        let edited = try #require(try bench.text(77)).replacing(#""is_active": true"#, with: #""is_active": 0"#)
        try bench.write("body", 77, edited)
        #expect(try bench.open(TableRunTests.options()).apply().changed == 1)
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.replaced.first == ["77"] && back.restored == 3)
        #expect(try bench.text(77) == edited)
        #expect(try file.records() == [Self.people[0].old])
    }

    @Test("rows that take each other's keys lose no original", arguments: Backend.usual, [false, true])
    func shifted(backend: Backend, isForced: Bool) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        for key in [3, 2, 1] { try bench.run("UPDATE TABLE_NAME SET id = \(key + 1) WHERE id = \(key)") }
        let back = try bench.open(file.options(isForced: isForced)).rollback()
        let all = try file.records().compactMap(\.self) + bench.texts("body").compactMap(\.self)
        #expect(Self.people.allSatisfy { all.contains($0.old) } && !back.isClean && back.deleted.isEmpty)
    }

    @Test("two rows of one person that change places are not mixed", arguments: Backend.usual)
    func swapped(backend: Backend) throws {
        let all = [Person(name: "a"), Person(name: "a", year: 2032)], bench = try TestTable.of(all, backend),
            file = LostDocuments(bench)
        defer { file.remove() }
        _ = try bench.open(TableRunTests.options()).apply()
        let rows = try bench.texts("body")
        try bench.write("body", 1, rows[1])
        try bench.write("body", 2, rows[0])
        let back = try bench.open(file.options(isForced: false)).rollback()
        #expect(back.replaced.count == 2 && back.isComplete)
        #expect(try bench.texts("body") == rows.reversed() && Set(file.records()) == Set(all.map(\.old)))
    }

    @Test("rows of a partition that go to another one with an edit are found")
    func partitions() throws {
        let bench = try TestTable.partitioned(Self.people)
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run("UPDATE TABLE_NAME SET region = 'b', body = replace(body, '2030', '2031') WHERE id = 1")
        let back = try bench.open(TableRunTests.options()).rollback()
        #expect(back.edited.count == 1 && back.restored == 2 && back.isClean)
        #expect(try bench.text(1) == Self.people[0].until(2031).old)
    }

    @Test("null stays null, even by force, and nobody's data comes back", arguments: Backend.usual, [false, true])
    func erased(backend: Backend, isForced: Bool) throws {
        let (bench, file) = try upgraded(backend)
        defer { file.remove() }
        try bench.set(1, nil)
        let back = try bench.open(file.options(isForced: isForced)).rollback()
        #expect(back.erased.first == ["1"] && back.restored == 2 && back.isClean && back.isComplete)
        #expect(try bench.text(1) == nil && bench.open().status().state == "none")
        #expect(try file.records().isEmpty)
    }

    @Test("what a run has upgraded, a plan knows, whatever it looks like", arguments: Backend.usual)
    func plan(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert([Array(#"{"data":{"type":"t","id":"p","attributes":{"paid_access_levels":null}}}"#.utf8)])
        _ = try bench.open(TableRunTests.options()).apply()
        try bench.run("UPDATE TABLE_NAME SET body = '{\"profile_id\":\"p\"}'")
        try bench.run("UPDATE adapty_migration_journal SET written = ?1", .text(Digest.of(bench.contents()[0])))
        let plan = try bench.open(TableRunTests.options()).plan()
        #expect(plan.upgraded == 1 && plan.rejects.isEmpty && plan.changed == 0)
    }
}
#endif

#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// With two columns, only a side that differs from what the tool left there has written, whatever statement did it.
@Suite("Who wrote it")
struct AuthorTests {
    private static let people = ["a", "b"].map { Person(name: $0) }
    private let ended = people[0].until(2020)

    private func expanded(_ backend: Backend, _ people: [Person] = people) throws -> TestTable {
        let bench = try TestTable.of(people, backend)
        #expect(try bench.open(TableRunTests.options()).twoVersions.expand().upgraded == people.count)
        return bench
    }

    /// An old program has ended the access of the first person, and no new one has written.
    private func requireEnded(_ bench: TestTable, _ key: Int) throws {
        _ = try bench.follow()
        #expect(try bench.text(key) == ended.old, "what an old program wrote stays")
        let new = try #require(try bench.text(key, "body_current"))
        #expect(new.contains("2020-01-01") && !new.contains("2030"), "\(new)")
        #expect(try bench.open(TableRunTests.options()).verify().isExplained)
        #expect(try bench.displaced().isEmpty)
    }

    @Test("an old program gives a row another key and edits it", arguments: Backend.usual)
    func key(backend: Backend) throws {
        let bench = try expanded(backend)
        try bench.run("UPDATE TABLE_NAME SET id = 50, body = ?1 WHERE id = 1", .text(ended.old))
        try requireEnded(bench, 50)
    }

    @Test("a write that waits goes with the row to its new key", arguments: Backend.usual)
    func waiting(backend: Backend) throws {
        let bench = try expanded(backend)
        try bench.write("body", 1, ended.old)
        try bench.run("UPDATE TABLE_NAME SET id = 50 WHERE id = 1")
        try requireEnded(bench, 50)
    }

    enum Form: String, CaseIterable, Sendable {
        case oneTransaction, twoTransactions, followedBetween, withoutNew
    }

    @Test("an old program deletes a row and inserts it again", arguments: Backend.usual, Form.allCases)
    func inserted(backend: Backend, form: Form) throws {
        let bench = try expanded(backend), new = form == .withoutNew ? nil : try bench.text(1, "body_current")
        if form == .oneTransaction { try bench.run("BEGIN") }
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 1")
        if form == .followedBetween { _ = try bench.follow() }
        try bench.write(1, old: ended.old, new: new)
        if form == .oneTransaction { try bench.run("COMMIT") }
        try requireEnded(bench, 1)
    }

    @Test(
        "an old program deletes rows and inserts them again under other keys", arguments: Backend.usual, [false, true])
    func rekeyed(backend: Backend, isOneTransaction: Bool) throws {
        let bench = try expanded(backend), news = try bench.texts("body_current")
        if isOneTransaction { try bench.run("BEGIN") }
        try bench.run("DELETE FROM TABLE_NAME")
        try bench.write(51, old: ended.old, new: news[0])
        try bench.write(52, old: Self.people[1].old, new: news[1])
        if isOneTransaction { try bench.run("COMMIT") }
        try requireEnded(bench, 51)
    }

    @Test("a row goes to another partition with an edit", arguments: [false, true])
    func partitions(isNew: Bool) throws {
        let bench = try TestTable.partitioned(Self.people)
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        guard isNew else {
            try bench.run(
                "UPDATE TABLE_NAME SET region = 'b', body = CASE id WHEN 1 THEN ?1 ELSE body END", .text(ended.old))
            return try requireEnded(bench, 1)
        }
        try bench.run(
            "UPDATE TABLE_NAME SET region = 'b', body_current = replace(body_current, '2030', '2031') WHERE id = 1")
        _ = try bench.follow()
        #expect(try bench.text(1) == Self.people[0].until(2031).old && bench.displaced().isEmpty)
    }

    @Test("one statement writes both columns: the loser is kept", arguments: Backend.usual, [false, true])
    func both(backend: Backend, isInsert: Bool) throws {
        let bench = try expanded(backend), new = try #require(try bench.text(1, "body_current")?.until(2033)),
            old = Self.people[0].until(2032).old
        if isInsert {
            try bench.write(9, old: old, new: new)
        } else {
            try bench.run("UPDATE TABLE_NAME SET body = ?1, body_current = ?2 WHERE id = 1", .text(old), .text(new))
        }
        let key = isInsert ? 9 : 1
        #expect(try bench.follow().conflicts.first == ["\(key)"])
        #expect(try bench.text(key, "body_current") == new && bench.text(key)?.contains("2033") == true)
        #expect(try bench.displaced().map { $0[3].text } == [old])
    }

    @Test("both sides write, the old one what only it has: nothing of it is lost", arguments: Backend.usual)
    func stashed(backend: Backend) throws {
        let bench = try expanded(backend), new = try #require(try bench.text(1, "body_current")?.until(2033))
        try bench.write("body", 1, Self.people[0].old.replacing(#""type": "t""#, with: #""type": "u""#))
        try bench.write("body_current", 1, new)
        _ = try bench.follow()
        let old = try #require(try bench.text(1))
        #expect(old.contains(#""type": "u""#) && old.contains("2033"), "\(old)")
    }

    @Test("a row that was not filled yet: the last write wins", arguments: Backend.usual)
    func unfilled(backend: Backend) throws {
        let bench = try TestTable.of(Self.people, backend)
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        let new = try #require(try bench.text(1, "body_current")?.until(2033))
        try bench.run("UPDATE adapty_migration_runs SET state = 'expanding'")
        try bench.run("DELETE FROM adapty_migration_journal")
        try bench.run("UPDATE TABLE_NAME SET body_current = NULL")
        try bench.run("DELETE FROM adapty_migration_dirty")
        try bench.write("body_current", 1, new)
        try bench.write("body", 1, ended.old)
        #expect(try bench.open(TableRunTests.options()).twoVersions.expand().conflicts.first == ["1"])
        #expect(try bench.text(1) == ended.old && bench.text(1, "body_current")?.contains("2020-01-01") == true)
        #expect(try bench.displaced().map { $0[3].text } == [new])
    }

    @Test("null by a new program, where the old column cannot be null, stays null", arguments: [false, true])
    func required(isContracted: Bool) throws {
        let bench = try TestTable.of(Self.people, .postgresText)
        try bench.run("ALTER TABLE TABLE_NAME ALTER body SET NOT NULL")
        _ = try bench.open(TableRunTests.options()).twoVersions.expand()
        try bench.write("body_current", 1, nil)
        #expect(try bench.follow().rejected == 1)
        if isContracted {
            _ = try bench.open(TableRunTests.options()).twoVersions.contract(.replace, acceptsRejects: true)
        }
        let back = try bench.open(TableRunTests.options()).rollback()
        #expect(back.isComplete && back.isClean == isContracted)
        #expect(try (bench.text(1) == nil) == isContracted && bench.text(2) == Self.people[1].old)
    }

    @Test("what went from a row that is gone is in no other one by its key", arguments: Backend.usual)
    func reused(backend: Backend) throws {
        let bench = try expanded(backend), file = LostDocuments(bench)
        defer { file.remove() }
        try bench.write("body_current", 1, #"{"hello":"world"}"#)
        #expect(try bench.follow().rejected == 1)
        try bench.run("DELETE FROM TABLE_NAME WHERE id = 1")
        _ = try bench.follow()
        try bench.write(1, old: nil, new: #"{"hello":"again"}"#)
        _ = try bench.follow()
        _ = try bench.open(file.options()).rollback()
        #expect(try bench.text(1) == nil && bench.text(2) == Self.people[1].old)
    }

    @Test("a new column of another name is no reason to forget what waits", arguments: [Backend.sqlite])
    func renamed(backend: Backend) throws {
        let bench = try expanded(backend)
        try bench.write("body_current", 1, bench.text(1, "body_current")?.until(2020))
        try bench.run("ALTER TABLE TABLE_NAME RENAME COLUMN body_current TO other_name")
        #expect { try bench.open(TableRunTests.options()).rollback() } throws: {
            "\($0)".contains("rename it back") && "\($0)".contains("1 writes")
        }
        try bench.run("ALTER TABLE TABLE_NAME RENAME COLUMN other_name TO body_current")
        #expect(try bench.open(TableRunTests.options()).rollback().isComplete)
        #expect(try bench.text(1)?.contains("2020-01-01") == true)
    }
}
#endif

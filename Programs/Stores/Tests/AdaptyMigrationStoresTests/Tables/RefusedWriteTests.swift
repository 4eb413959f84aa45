#if SQLite && PostgreSQL
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// What the database refuses, cuts off, rewrites or ignores: the row stays as it was and is named, the others are
/// upgraded, and everything can be taken back.
@Suite("Writes that a database refuses")
struct RefusedWriteTests {
    /// A table in which one row cannot be upgraded.
    struct Obstacle: Sendable, CustomTestStringConvertible {
        let backend: Backend
        let name: String
        /// Statements that make the table; `LIMIT` is a length that only the bad row's new document goes beyond.
        let create: [String]
        /// Statements once the rows are there.
        var then: [String] = []

        var testDescription: String { "\(backend.rawValue) \(name)" }
    }

    private static func plain(_ type: String, _ more: String = "") -> String {
        "CREATE TABLE TABLE_NAME (id INTEGER PRIMARY KEY, body \(type)\(more))"
    }

    /// A trigger of PostgreSQL whose body is told of the bad row.
    static func trigger(_ body: String, _ timing: String) -> [String] {
        [
            "CREATE FUNCTION TABLE_NAME_trigger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.id = 5 THEN \(body) END IF; RETURN NEW; END $$",
            "CREATE \(timing) ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION TABLE_NAME_trigger()",
        ]
    }

    static func sqlite(_ timing: String, _ body: String) -> [String] {
        ["CREATE TRIGGER TABLE_NAME_trigger \(timing) UPDATE ON TABLE_NAME WHEN NEW.id = 5 BEGIN \(body); END"]
    }

    static let all: [Obstacle] = [
        Obstacle(backend: .postgresText, name: "varchar", create: [plain("varchar(LIMIT)")]),
        Obstacle(backend: .postgresText, name: "char", create: [plain("char(LIMIT)")]),
        Obstacle(
            backend: .postgresText, name: "domain",
            create: ["CREATE DOMAIN TABLE_NAME_domain AS varchar(LIMIT)", plain("TABLE_NAME_domain")]),
        Obstacle(
            backend: .postgresText, name: "domain with a check",
            create: [
                "CREATE DOMAIN TABLE_NAME_domain AS text CHECK (length(VALUE) <= LIMIT)", plain("TABLE_NAME_domain"),
            ]),
        Obstacle(backend: .postgresText, name: "check", create: [plain("text", " CHECK (length(body) <= LIMIT)")]),
        Obstacle(
            backend: .postgresJSON, name: "check", create: [plain("json", " CHECK (length(body::text) <= LIMIT)")]),
        Obstacle(
            backend: .postgresText, name: "generated",
            create: [plain("text", ", short varchar(LIMIT) GENERATED ALWAYS AS (body) STORED")]),
        Obstacle(
            backend: .postgresText, name: "raises", create: [plain("text")],
            then: trigger("RAISE EXCEPTION 'not today';", "TRIGGER t BEFORE UPDATE")),
        Obstacle(
            backend: .postgresText, name: "raises at the end of the transaction", create: [plain("text")],
            then: trigger(
                "RAISE EXCEPTION 'not today';",
                "CONSTRAINT TRIGGER t AFTER UPDATE"
            )
            .map { $0.replacingOccurrences(of: "FOR EACH ROW", with: "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW") }),
        Obstacle(
            backend: .postgresText, name: "rewrites", create: [plain("text")],
            then: trigger("NEW.body := replace(NEW.body, 'premium', 'basic');", "TRIGGER t BEFORE UPDATE")),
        Obstacle(
            backend: .postgresJSONB, name: "rewrites", create: [plain("jsonb")],
            then: trigger("NEW.body := NEW.body || '{\"mine\": 1}';", "TRIGGER t BEFORE UPDATE")),
        Obstacle(
            backend: .postgresText, name: "rewrites afterwards", create: [plain("text")],
            then: trigger(
                "IF pg_trigger_depth() = 1 THEN UPDATE TABLE_NAME SET body = 'cut' WHERE id = 5; END IF;",
                "TRIGGER t AFTER UPDATE")),
        Obstacle(
            backend: .postgresText, name: "ignores", create: [plain("text")],
            then: trigger("RETURN NULL;", "TRIGGER t BEFORE UPDATE")),
        Obstacle(
            backend: .postgresText, name: "gives it another key", create: [plain("text")],
            then: trigger("NEW.id := 500;", "TRIGGER t BEFORE UPDATE")),
        Obstacle(backend: .sqlite, name: "check", create: [plain("TEXT", " CHECK (length(body) <= LIMIT)")]),
        Obstacle(
            backend: .sqliteBlob, name: "check in a strict table",
            create: [plain("BLOB", " CHECK (length(body) <= LIMIT)") + " STRICT"]),
        Obstacle(
            backend: .sqlite, name: "raises", create: [plain("TEXT")],
            then: sqlite("BEFORE", "SELECT RAISE(ABORT, 'not today')")),
        Obstacle(
            backend: .sqlite, name: "fails", create: [plain("TEXT")],
            then: sqlite("AFTER", "SELECT RAISE(FAIL, 'not today')")),
        Obstacle(
            backend: .sqlite, name: "rewrites", create: [plain("TEXT")],
            then: sqlite("AFTER", "UPDATE TABLE_NAME SET body = 'cut' WHERE id = NEW.id")),
        Obstacle(
            backend: .sqlite, name: "deletes", create: [plain("TEXT")],
            then: sqlite("AFTER", "DELETE FROM TABLE_NAME WHERE id = NEW.id")),
        Obstacle(
            backend: .sqlite, name: "ignores", create: [plain("TEXT")],
            then: sqlite("BEFORE", "SELECT RAISE(IGNORE)")),
    ]

    /// Eight rows, of which the fifth has by far the longest document.
    private static func bench(_ obstacle: Obstacle) throws -> TestTable {
        let documents: [[UInt8]] = (1...8).map {
            $0 == 5 ? TableRunTests.profile + Array(repeating: 0x20, count: 500) + [0x0A] : TableRunTests.profile
        }
        let limit = try Migrator().upgrade(documents[4]).document.count - 1
        let bench = try TestTable(
            obstacle.backend,
            create: obstacle.create.map { $0.replacingOccurrences(of: "LIMIT", with: "\(limit)") })
        for (number, document) in documents.enumerated() {
            let text = String(decoding: document, as: UTF8.self)
            try bench.run(
                "INSERT INTO TABLE_NAME (id, body) VALUES (\(number + 1), ?1)",
                obstacle.backend == .sqliteBlob ? .blob(document) : .text(text))
        }
        for statement in obstacle.then { try bench.run(statement) }
        return bench
    }

    @Test("a rehearsal says so, apply leaves the row and upgrades the others, rollback restores them", arguments: all)
    func inPlace(obstacle: Obstacle) throws {
        let bench = try RefusedWriteTests.bench(obstacle), before = try bench.contents()
        let run = try bench.open(TableRunTests.options(batch: 1000, embedsResidue: true)), plan = try run.plan()
        #expect(plan.changed == 8 && plan.warnings.contains { $0.contains("store rehearse tries it") })
        let rehearsal = try run.rehearse(nil)
        #expect(rehearsal.progress.changed == 7 && rehearsal.progress.rejected == 1)
        #expect(rehearsal.verification.holds && rehearsal.verification.rejected.first == ["5"])
        #expect(try bench.contents() == before, "neither writes anything")

        let progress = try run.apply()
        #expect(progress.isComplete && progress.changed == 7 && progress.rejected == 1)
        let after = try bench.contents()
        #expect(after[4] == before[4] && zip(before, after).count { $0 != $1 } == 7)
        let verified = try run.verify()
        #expect(verified.holds && verified.rejected.count == 1, "\(verified.findings)")
        #expect(try run.rollback().restored == 7)
        #expect(try bench.contents() == before)
    }

    @Test("what rewrites all that is written to it is no success", arguments: [Backend.sqlite, .postgresText])
    func restore(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(embedsResidue: true))
        #expect(try run.apply().changed == 4)
        let after = try bench.contents()
        if backend == .sqlite {
            try bench.run(
                "CREATE TRIGGER TABLE_NAME_t AFTER UPDATE ON TABLE_NAME BEGIN UPDATE TABLE_NAME SET body = 'cut' WHERE id = NEW.id; END"
            )
        } else {
            try bench.run(
                "CREATE FUNCTION TABLE_NAME_t() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.body := 'cut'; RETURN NEW; END $$"
            )
            try bench.run("CREATE TRIGGER t BEFORE UPDATE ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION TABLE_NAME_t()")
        }
        let back = try run.rollback()
        #expect(back.isComplete && back.restored == 0 && back.kept.count == 4)
        #expect(back.next?.contains("run store rollback --force") == true)
        #expect(try bench.contents() == after, "what cannot be restored stays as it is")
        try bench.run(backend == .sqlite ? "DROP TRIGGER TABLE_NAME_t" : "DROP TRIGGER t ON TABLE_NAME")
        #expect(try run.rollback().restored == 4)
        #expect(try bench.contents() == before)
    }

    @Test("what our own write changes in a row that was read before is not written over")
    func triggered() throws {
        let bench = try TestTable(.sqlite)
        try bench.insert(Array(repeating: TableRunTests.event, count: 300))
        let edited = String(decoding: TableRunTests.event, as: UTF8.self).replacingOccurrences(of: "9.90", with: "7.50")
        try bench.run(
            "CREATE TRIGGER TABLE_NAME_t AFTER UPDATE ON TABLE_NAME WHEN NEW.id = 1 BEGIN UPDATE TABLE_NAME SET body = '\(edited)' WHERE id = 150; END"
        )
        #expect(try bench.open(TableRunTests.options(batch: 1000)).apply().changed == 300)
        #expect(try bench.texts("body")[149]?.contains("7.50") == true)
    }

    @Test("a rollback by force puts the original back over every edit, and null stays null", arguments: Backend.usual)
    func force(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(10))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options(embedsResidue: true))
        #expect(try run.apply().changed == 4)
        try bench.set(1, Array("[1]".utf8))
        try bench.set(2, nil)
        let back = try run.rollback()
        #expect(back.restored == 2 && back.kept.count == 1 && back.erased.first == ["2"])
        let file = LostDocuments(bench)
        defer { file.remove() }
        let forced = try bench.open(file.options()).rollback()
        #expect(forced.forced.first == ["1"] && forced.kept.isEmpty && forced.isComplete)
        #expect(try file.records() == ["[1]"], "what is overwritten is in the file")
        #expect(try bench.contents() == before.enumerated().map { $0.offset == 1 ? .null : $0.element })
        #expect(try run.status().state == "none")
    }

    @Test("what not even force restores is kept in a file, and the run ends", arguments: Backend.usual)
    func unrestored(backend: Backend) throws {
        let bench = try TestTable(backend), file = Worker.place.appendingPathComponent(bench.name + ".ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        try bench.insert(TableRunTests.documents(7))
        let before = try bench.contents(), run = try bench.open(TableRunTests.options())
        _ = try run.apply()
        let after = try bench.contents()
        let obstacle =
            backend.isSQLite
            ? RefusedWriteTests.sqlite("BEFORE", "SELECT RAISE(IGNORE)")
            : RefusedWriteTests.trigger("RAISE EXCEPTION 'not today';", "TRIGGER t BEFORE UPDATE")
        for statement in obstacle { try bench.run(statement.replacingOccurrences(of: "id = 5", with: "id < 3")) }
        #expect(try run.rollback().kept.count == 2)
        #expect(try run.status().state == "rolling-back")
        var options = TableRunTests.options()
        options.isForced = true
        #expect(try bench.open(options).rollback().kept.count == 2, "without a file the journal keeps them")
        options.rejects = file.path
        let forced = try bench.open(options).rollback()
        #expect(forced.skipped.count == 2 && forced.kept.isEmpty && forced.isComplete && forced.next == nil)
        #expect(try run.status().state == "none")
        #expect(try bench.contents() == Array(after[..<2] + before[2...]))
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let records = try lines.map { try RawJSON(decoding: Array($0.utf8)) }
        #expect(
            records.map { $0["record"]?.string }
                == before[..<2].map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } })
        #expect(records.map { $0["source"]?.string } == ["\(bench.name) key 1", "\(bench.name) key 2"])
        #expect(records.allSatisfy { $0["code"]?.string == "not-restored" })
    }

    @Test("a view is refused before anything is read", arguments: [Backend.sqlite, .postgresText])
    func view(backend: Backend) throws {
        let bench = try TestTable(
            backend,
            create: [
                "CREATE TABLE TABLE_NAME_base (id INTEGER PRIMARY KEY, body TEXT)",
                "CREATE VIEW TABLE_NAME AS SELECT * FROM TABLE_NAME_base",
            ])
        #expect(throws: StoreFailure.self) { try bench.open() }
        if !backend.isSQLite { try bench.run("DROP TABLE TABLE_NAME_base CASCADE") }
    }
}
#endif

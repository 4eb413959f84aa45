#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// A plan names what else in the database depends on the documents.
@Suite("Dependents of a table")
struct DependentTests {
    private static let sqlite = [
        "CREATE TRIGGER fires AFTER UPDATE ON TABLE_NAME BEGIN SELECT 1; END",
        "CREATE TRIGGER fires_for_body AFTER UPDATE OF other, body ON TABLE_NAME BEGIN SELECT 'trial_cancelled'; END",
        "CREATE TRIGGER sleeps AFTER UPDATE OF other ON TABLE_NAME BEGIN SELECT 1; END",
        "CREATE TRIGGER inserts AFTER INSERT ON TABLE_NAME BEGIN SELECT 1; END",
        "CREATE INDEX partial ON TABLE_NAME (other) WHERE body LIKE '%x%'",
        "CREATE INDEX unrelated ON TABLE_NAME (other)",
        "CREATE VIEW churned AS SELECT id FROM TABLE_NAME WHERE body LIKE '%\"subscription_cancelled\"%'",
        "CREATE VIEW current AS SELECT id FROM TABLE_NAME WHERE body LIKE '%subscription_expired%'",
        "CREATE VIEW counted AS SELECT 'subscription_cancelled' AS name, count(*) FROM churned",
        "CREATE TABLE others (body TEXT)",
        "CREATE VIEW of_others AS SELECT 1 AS one FROM others WHERE body LIKE '%subscription_cancelled%'",
    ]

    private static let postgres =
        [
            "CREATE FUNCTION act() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "CREATE FUNCTION churned(body text) RETURNS boolean LANGUAGE sql AS $$ SELECT body LIKE '%subscription_cancelled%' $$",
            "CREATE TRIGGER asleep AFTER UPDATE ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION act()",
            "ALTER TABLE TABLE_NAME DISABLE TRIGGER asleep",
        ]
        + [
            ("fires AFTER INSERT OR UPDATE", ""), ("fires_for_body BEFORE UPDATE OF other, body", ""),
            ("sleeps AFTER UPDATE OF other", ""), ("inserts AFTER INSERT", ""),
        ].map { "CREATE TRIGGER \($0.0) ON TABLE_NAME FOR EACH ROW EXECUTE FUNCTION act()" } + sqlite.dropFirst(4)

    @Test("triggers, indexes, and texts with former names", arguments: [Backend.sqlite, .postgresText])
    func named(backend: Backend) throws {
        let bench = try TestTable(backend)
        for statement in backend.isSQLite ? DependentTests.sqlite : DependentTests.postgres { try bench.run(statement) }
        try bench.insert([TableRunTests.profile])
        let always = [
            "a limit, constraint, trigger or index of the table may refuse documents: store rehearse tries it",
            "the trigger fires fires for each row that is written",
            "the trigger fires_for_body fires for each row that is written",
            "the index partial is computed from the documents, and changes with them",
        ]
        #expect(try bench.open(TableRunTests.options()).plan().warnings == always)

        try bench.insert([TableRunTests.event], from: 2)
        let texts = try bench.open(TableRunTests.options()).plan().warnings.dropFirst(always.count)
        let name = "subscription_cancelled (now subscription_expired)"
        #expect(texts.contains("the view churned has former names of events: \(name)"), "\(texts)")
        if backend.isSQLite {
            #expect(texts.contains { $0.hasPrefix("the trigger fires_for_body has former names of events: trial_c") })
        } else {
            #expect(texts.contains("the function churned(text) has former names of events: \(name)"), "\(texts)")
        }
        #expect(texts.contains("the view counted has former names of events: \(name)"), "\(texts)")
        #expect(!texts.contains { $0.contains("current") || $0.contains("of_others") })
    }
}
#endif

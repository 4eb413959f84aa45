#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// A connection to PostgreSQL that goes wrong at one statement, by the server's own doing.
final class FailingConnection: SQLConnection {
    enum Kind: String, CaseIterable, Sendable {
        /// The server ends the connection, as one does that is shut down.
        case gone = "SELECT pg_terminate_backend(pg_backend_pid())"
        /// The statement fails as on a full disk, and the transaction with it.
        case full = "DO $$BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END$$"
    }

    private let connection: any SQLConnection
    private let kind: Kind
    private let point: Int
    private(set) var passed = 0
    /// Whether the statement that went wrong looked for a run of this table in somebody's journal. It is made again.
    private(set) var isRepeated = false

    init(_ connection: any SQLConnection, _ kind: Kind, at point: Int) {
        self.connection = connection
        self.kind = kind
        self.point = point
    }

    var dialect: SQLDialect { connection.dialect }

    func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
        rows: [[SQLValue]], changed: Int
    ) {
        passed += 1
        guard passed == point else { return try connection.run(statement, parameters, upTo: limit) }
        // A lost connection stays lost.
        isRepeated = kind == .full && statement.hasSuffix("WHERE target = ?1 AND state <> 'ended'")
        return try connection.run(kind.rawValue, [])
    }

    func lock(_ table: String) throws(StoreFailure) { try connection.lock(table) }
    func unlock(_ table: String) { connection.unlock(table) }
}

/// Whichever statement fails, the transaction is taken back, the failure is told, and the next run gets through.
@Suite("Faults of a server")
struct ServerFaultTests {
    private static let words: [FailingConnection.Kind: String] = [
        .gone: "the connection was lost", .full: "free disk space",
    ]

    /// How far apart the statements are.
    private let step = Worker.step(13)

    /// - Parameter body: gets the run, and how many statements it has made by then.
    private func faults(
        _ bench: TestTable, _ kind: FailingConnection.Kind, _ start: (TableRun) throws(StoreFailure) -> Void,
        _ body: (Int, TableRun) throws -> Void
    ) throws {
        var point = 1
        while true {
            var connection: FailingConnection?, failed: TableRun?, hasSucceeded = false
            do throws(StoreFailure) {
                let run = try bench.address.open(TableRunTests.options(batch: 3)) {
                    let failing = FailingConnection($0, kind, at: point)
                    connection = failing
                    return failing
                }
                failed = run
                try start(run)
                hasSucceeded = true
            } catch {
                #expect(
                    error.kind == (kind == .gone ? .unreachable : .failed)
                        && error.description.contains(ServerFaultTests.words[kind] ?? ""),
                    "statement \(point): \(error)")
            }
            let isReached = connection?.passed ?? 0 >= point
            // Without a word may fail what is made again, and the removal of the empty tables after the end of the run.
            if hasSucceeded, isReached, connection?.isRepeated != true {
                #expect(try bench.open().status().state == "none", "statement \(point) did not fail")
            }
            // On a full disk the connection itself is still good.
            try body(
                point,
                kind == .full && isReached
                    ? failed ?? bench.open(TableRunTests.options(batch: 3))
                    : bench.open(TableRunTests.options(batch: 3)))
            guard isReached else { break }
            point += step
        }
        #expect(point > 25)
    }

    @Test(
        "at every statement of an upgrade", arguments: FailingConnection.Kind.allCases,
        [Backend.postgresText, .postgresJSONB])
    func apply(kind: FailingConnection.Kind, backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(TableRunTests.documents(7))
        let before = try bench.contents()
        _ = try bench.open().apply()
        let after = try bench.contents()
        _ = try bench.open().rollback()
        try faults(bench, kind) { run throws(StoreFailure) in
            _ = try run.apply()
        } _: { point, run in
            for (row, value) in try bench.contents().enumerated() {
                #expect(value == before[row] || value == after[row], "statement \(point), row \(row)")
            }
            #expect(try run.apply().isComplete, "statement \(point)")
            #expect(try bench.contents() == after, "statement \(point)")
            #expect(try run.verify().holds, "statement \(point)")
            #expect(try run.apply().changed == 0, "statement \(point)")
            #expect(try run.rollback().isComplete, "statement \(point)")
            #expect(try bench.contents() == before, "statement \(point)")
        }
    }

    @Test("at every statement of a rollback", arguments: FailingConnection.Kind.allCases)
    func rollback(kind: FailingConnection.Kind) throws {
        let bench = try TestTable(.postgresText)
        try bench.insert(TableRunTests.documents(7))
        let before = try bench.contents()
        _ = try bench.open(TableRunTests.options(batch: 3)).apply()
        let after = try bench.contents()
        try faults(bench, kind) { run throws(StoreFailure) in
            _ = try run.rollback()
        } _: { point, run in
            for (row, value) in try bench.contents().enumerated() {
                #expect(value == before[row] || value == after[row], "statement \(point), row \(row)")
            }
            if try run.status().state != "none" { #expect(try run.rollback().isComplete, "statement \(point)") }
            #expect(try bench.contents() == before, "statement \(point)")
            #expect(try run.apply().isComplete, "statement \(point)")
        }
    }
}
#endif

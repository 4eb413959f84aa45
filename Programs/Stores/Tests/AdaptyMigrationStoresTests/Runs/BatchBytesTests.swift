#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationSQL
@testable import AdaptyMigrationStores

/// However large the rows are, only so many bytes are read at once.
@Suite("Batches by bytes")
struct BatchBytesTests {
    /// A connection that remembers the bytes of its largest answer.
    private final class Weighing: SQLConnection {
        private let connection: any SQLConnection
        private(set) var most = 0

        init(_ connection: any SQLConnection) { self.connection = connection }

        var dialect: SQLDialect { connection.dialect }

        func run(_ statement: String, _ parameters: [SQLValue], upTo limit: Int) throws(StoreFailure) -> (
            rows: [[SQLValue]], changed: Int
        ) {
            let answer = try connection.run(statement, parameters, upTo: limit)
            most = max(most, answer.rows.reduce(0) { $0 + $1.byteCount })
            return answer
        }

        func lock(_ name: String) throws(StoreFailure) { try connection.lock(name) }
        func unlock(_ name: String) { connection.unlock(name) }
    }

    private static let limit = 100_000, rows = 60, size = 20_000

    /// An event with a member that does not compress.
    private static func document(_ size: Int) -> [UInt8] {
        let text = (0..<size / 36).map { _ in UUID().uuidString }.joined()
        return Array(#"{"event_type":"subscription_cancelled","profile_id":"me","note":"\#(text)"}"#.utf8)
    }

    @Test("in one column, and in two", arguments: Backend.allCases, [false, true])
    func bytes(backend: Backend, isExpanded: Bool) throws {
        let bench = try TestTable(backend)
        var documents = (0..<BatchBytesTests.rows).map { _ in BatchBytesTests.document(BatchBytesTests.size) }
        // One row may be larger than a batch.
        documents[30] = BatchBytesTests.document(2 * BatchBytesTests.limit)
        try bench.insert(documents)
        let before = try bench.contents()
        var most = 0
        func run<Result>(_ body: (TableRun) throws -> Result) throws -> Result {
            var options = TableRunTests.options(batch: 1000), weighing: Weighing?
            options.batchBytes = BatchBytesTests.limit
            let run = try bench.address.open(options) {
                let connection = Weighing($0)
                weighing = connection
                return connection
            }
            defer { most = max(most, weighing?.most ?? 0) }
            return try body(run)
        }
        #expect(try run { try $0.plan().changed } == documents.count)
        if isExpanded {
            #expect(try run { try $0.twoVersions.expand().upgraded } == documents.count)
        } else {
            #expect(try run { try $0.apply().changed } == documents.count)
        }
        #expect(try run { try $0.verify().proven } == documents.count)
        if isExpanded { _ = try run { try $0.twoVersions.contract(.replace, acceptsRejects: false) } }
        #expect(try run { try $0.rollback().restored } == documents.count)
        #expect(try bench.contents() == before)
        // A batch, its last row, and in two columns both documents of that.
        #expect(most < BatchBytesTests.limit + 2 * documents[30].count + 1000, "\(most)")
    }
}
#endif

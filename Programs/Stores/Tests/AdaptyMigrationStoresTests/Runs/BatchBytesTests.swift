#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// However large the rows are, only so many bytes are read at once.
@Suite("Batches by bytes")
struct BatchBytesTests {
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
            var options = TableRunTests.options(batch: 1000), counting: Counting?
            options.batchBytes = BatchBytesTests.limit
            let run = try bench.address.open(options) {
                let connection = Counting($0)
                counting = connection
                return connection
            }
            defer { most = max(most, counting?.mostBytes ?? 0) }
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

#if SQLite && PostgreSQL
import Testing

@testable import AdaptyMigrationStores

/// Records inside the documents of a column.
@Suite("Records inside documents")
struct InsideTests {
    private static func text(_ record: [UInt8]) -> String {
        String(decoding: record, as: UTF8.self).replacing("\"", with: "\\\"")
    }

    private static let documents: [[UInt8]?] = [
        "{\"n\":1.0,\"payload\":\(String(decoding: TableRunTests.profile, as: UTF8.self))}",
        "{\"event_type\":\"subscription_cancelled\",\"payload\":\"\(text(TableRunTests.event))\"}",
        "{\"payload\":\"\(text(TableRunTests.current))\"}", "{\"payload\":\"none\"}", "{\"n\":2}",
    ].map { Array($0.utf8) }

    private func open(_ bench: TestTable, _ options: RunOptions = TableRunTests.options()) throws -> TableRun {
        try StoreAddress(bench.addressText + "&inside=/payload").open(options)
    }

    @Test("are upgraded, verified and restored", arguments: Backend.usual, [false, true])
    func roundTrip(backend: Backend, embedsResidue: Bool) throws {
        let bench = try TestTable(backend)
        try bench.insert(InsideTests.documents + [nil])
        let before = try bench.contents()
        let run = try open(bench, TableRunTests.options(embedsResidue: embedsResidue)), plan = try run.plan()
        #expect(plan.changed == 2 && plan.empty == 1 && plan.rejects == ["invalid-json": 1, "nothing-there": 1])
        #expect(try run.apply().changed == 2)
        #expect(try bench.contents() != before)
        #expect(try run.verify().holds)
        #expect(throws: StoreFailure.self) { try bench.open(TableRunTests.options()).apply() }
        #expect(try run.rollback().restored == 2)
        #expect(try bench.contents() == before)
    }

    @Test("an edit inside or around a record is kept", arguments: Backend.texts)
    func edited(backend: Backend) throws {
        let bench = try TestTable(backend)
        try bench.insert(InsideTests.documents)
        let before = try bench.contents(), run = try open(bench)
        #expect(try run.apply().changed == 2)
        try bench.run("UPDATE TABLE_NAME SET body = replace(replace(body, '1.0', '7'), '9.90', '5.10')")
        let report = try run.rollback()
        #expect(report.edited.count == 2)
        let edited = before.map { value -> SQLValue in
            .utf8(
                Array(
                    String(decoding: value.bytes ?? [], as: UTF8.self).replacing("1.0", with: "7").replacing(
                        "9.90", with: "5.10"
                    ).utf8))
        }
        #expect(try bench.contents() == edited)
    }

    @Test("addresses without a pointer are refused, and so are two columns", arguments: Backend.usual)
    func refused(backend: Backend) throws {
        let bench = try TestTable(backend)
        #expect(throws: StoreFailure.self) { try StoreAddress(bench.addressText + "&inside=") }
        #expect(throws: StoreFailure.self) { try StoreAddress(bench.addressText + "&inside=/a~2") }
        try bench.insert(InsideTests.documents)
        #expect(throws: StoreFailure.self) { try open(bench).twoVersions.expand() }
    }
}
#endif

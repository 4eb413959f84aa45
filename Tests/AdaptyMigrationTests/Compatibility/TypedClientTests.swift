import Testing

@testable import AdaptyMigration
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting
@_spi(Tools) @testable import AdaptyMigrationTools

/// Clients that drop what their types do not have read a shared record, change one member, and write it.
@Suite("Compatibility: clients with types")
struct TypedClientTests {
    private static let layer = CompatibilityLayer()
    private static let count = max(2, LawTests.count / 50)
    private static let versions: [SDKVersion] = [
        "1.5.0", "1.17.0", "2.0.0", "2.3.0", "2.6.3", "2.9.0", "2.11.1", "3.0.0", "3.8.0", "3.12.0", "3.17.2",
    ]

    /// Who writes first, and who writes then.
    struct Pair: Sendable, CustomTestStringConvertible {
        let first: Column
        let second: TypedClient

        var testDescription: String { "\(first.id), then \(second)" }
    }

    static let pairs: [Pair] = [RecordKind.profile, .paywall].flatMap { kind in
        let columns = Column.allCases.filter { kind.dialects.contains($0.dialect) }
        let clients =
            kind.dialects.map { Client($0) } + versions.map { Client($0, reading: kind) }
        return columns.flatMap { column in
            clients.map { Pair(first: column, second: TypedClient(client: $0, kind: kind)) }
        }
    }

    @Test("what a client cannot say stays, what it says arrives, and what goes has a name", arguments: pairs)
    func edits(pair: Pair) throws {
        var checked = 0
        // Of what is generated, much lacks what a version requires, or has flags that contradict its dates.
        for number in 0..<200 where checked < Self.count {
            var generator = DocumentGenerator(
                seed: LawTests.seed &+ UInt64(number) &* 7919, column: pair.first, hasBugs: false)
            let document = Array(generator.document(pair.second.kind).text().utf8)
            guard let record = try? Self.layer.accept(document, in: pair.first.dialect).record else { continue }
            if try check(pair.second, record) { checked += 1 }
        }
        #expect(checked == Self.count)
    }

    /// - Returns: whether there was anything to edit.
    private func check(_ client: TypedClient, _ record: SharedRecord) throws -> Bool {
        guard let sent = try? Self.layer.answer(record, to: client.client).document else { return false }
        let typed = try client.decoded(sent)
        let again = try write(typed, client, record)
        let base = again.record
        let none = try differences(record, base)
        #expect(again.lost == [] && none == [], "\(client) writes back what it decoded: \(none) \(again.lost)")
        let edits = try client.edits(typed), plain = try Self.layer.view(record, client.client.dialect),
            said = Set(try withoutNull(plain.documentWithoutResidue).pointers())
        for edit in edits {
            guard let after = try? write(edit.document, client, record), !after.isOther else { continue }
            let changed = try differences(base, after.record), gone = try lacked(base, after.record)
            #expect(Set(gone).isSubset(of: after.lost), "\(client), \(edit.name): \(gone) went without a name")
            // With another id it is another product or purchase.
            #expect(changed.count <= 2 || edit.isOfIdentity, "\(client), \(edit.name): \(changed) changed")
            if edit.isRemoval { continue }
            guard let read = try? Self.layer.answer(after.record, to: client.client).document else { continue }
            let back = try client.decoded(read)
            // A placeholder may be made of what was edited.
            let wrong = try differences(edit.document, back).filter(said.contains)
            #expect(wrong == [] || !after.lost.isEmpty, "\(client), \(edit.name): \(wrong) did not arrive")
        }
        return !edits.isEmpty
    }

    private func write(_ document: [UInt8], _ client: TypedClient, _ record: SharedRecord) throws
        -> CompatibilityLayer.Write
    {
        try Self.layer.accept(document, in: client.client.dialect, from: client.client, onto: record)
    }

    /// JSON pointers to what is not the same. A client reads null as it reads no member.
    private func differences(_ one: [UInt8], _ two: [UInt8]) throws -> [String] {
        let one = try withoutNull(one), two = try withoutNull(two)
        return Set(one.onlyHere(0, than: two, 0) + two.onlyHere(0, than: one, 0)).sorted()
    }

    private func withoutNull(_ document: [UInt8]) throws -> JSONIndex {
        let index = try JSONScanner.index(document)
        let nulls = index.nodes.indices.flatMap { index.kind($0) == .object ? Array(index.members($0)) : [] }
            .filter { index.kind($0.value) == .null }
        return nulls.isEmpty ? index : try JSONScanner.index(index.without(Set(nulls.map(\.name))))
    }

    /// JSON pointers to what is not the same in two records; none where a client has raised one to its dialect.
    private func differences(_ one: SharedRecord, _ two: SharedRecord) throws -> [String] {
        one.dialect == two.dialect ? try differences(one.document, two.document) : []
    }

    private func lacked(_ one: SharedRecord, _ two: SharedRecord) throws -> [String] {
        guard one.dialect == two.dialect else { return [] }
        return try JSONScanner.index(one.document).lacked(0, by: try JSONScanner.index(two.document), 0)
    }
}

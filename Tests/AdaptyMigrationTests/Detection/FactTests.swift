@testable import AdaptyMigrationModels
@testable import AdaptyMigrationCore
import Testing

@Suite("The facts behind a recognition")
struct FactTests {
    @Test(
        "they name places that are in the document",
        arguments: Fixture.all.filter { $0.kind != .paywalls && $0.kind != .products })
    func places(_ fixture: Fixture) throws {
        let document = try fixture.legacy(), found = try Migrator().detect(document, from: fixture.dialect)
        let index = try JSONScanner.index(document)
        let places = Set(index.nodes.indices.map { index.pointer($0) })
        #expect(found.facts.compactMap(\.pointer).allSatisfy { places.contains($0) }, "\(found.facts)")
        #expect(found.evidence == found.facts.map(\.sentence))
    }

    @Test("the name of an event is a place")
    func event() throws {
        let found = try Migrator().detect(Array(#"{"event_type":"subscription_cancelled"}"#.utf8))
        #expect(found.facts.first?.pointer == "/event_type")
    }
}

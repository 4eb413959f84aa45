import Testing

@testable import AdaptyMigrationCore

@Suite("Hostile: members removed beside the residue")
struct RemovedMemberTests {
    /// The record with only these of its root members.
    private func record(_ index: JSONIndex, keeping kept: [Int]) -> [UInt8] {
        let members = Array(index.members(0)).enumerated().filter { kept.contains($0.offset) }.map {
            Array(index.raw($0.element.name)) + [0x3A] + index.raw($0.element.value)
        }
        return [0x7B] + members.joined(separator: [0x2C]) + [0x7D]
    }

    @Test(
        "any one, any two, all but one and all: still a document",
        arguments: [
            Realistic.wireProfile, Realistic.storedProfile, Realistic.serverProfile, Realistic.storedProduct,
            Realistic.promo, Realistic.legacyEvent, Realistic.currentProfile,
        ])
    func removed(_ document: Realistic.Document) throws {
        let upgraded = try Migrator().upgrade(document.bytes)
        let residue = try #require(upgraded.residue)
        let index = try JSONScanner.index(upgraded.documentWithoutResidue)
        let all = Array(Array(index.members(0)).indices)
        var subsets: [[Int]] = [[]] + all.map { [$0] }
        for one in all { for other in all { subsets.append(all.filter { $0 != one && $0 != other }) } }
        for kept in subsets {
            let edited = record(index, keeping: kept)
            let restored = try Migrator().downgrade(edited, residue: residue).documentWithoutResidue
            let isJSON = (try? JSONScanner.index(restored)) != nil
            try #require(
                isJSON, "\(String(decoding: edited, as: UTF8.self)) gives \(String(decoding: restored, as: UTF8.self))")
        }
    }
}

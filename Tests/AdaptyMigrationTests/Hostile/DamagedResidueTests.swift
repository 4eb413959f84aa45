import Testing

@testable import AdaptyMigrationCore

@Suite("Hostile: damaged residues")
struct DamagedResidueTests {
    /// What a byte becomes: bits flipped, and the characters that change structure.
    private static func damages(_ byte: UInt8) -> [UInt8] {
        [byte ^ 0x01, byte ^ 0x20, byte ^ 0x80, 0x22, 0x5C, 0x30, 0x7D, 0x5D, 0x2C, 0x20].filter { $0 != byte }
    }

    @Test("each byte damaged in turn: an error or a valid document, never a trap", arguments: Realistic.all)
    func eachByte(_ document: Realistic.Document) throws {
        let upgraded = try Migrator().upgrade(document.bytes)
        let residue = try #require(upgraded.residue).json
        let embedded = upgraded.document
        let start = try #require(embedded.indices.last { embedded[$0...].starts(with: residue) })
        for position in start..<(start + residue.count) {
            for damage in DamagedResidueTests.damages(embedded[position]) {
                var damaged = embedded
                damaged[position] = damage
                guard check(damaged, "byte \(position - start) of the residue is 0x\(String(damage, radix: 16))") else {
                    return
                }
            }
            var shorter = embedded
            shorter.remove(at: position)
            guard check(shorter, "byte \(position - start) of the residue is missing") else { return }
        }
    }

    /// Whether the damage was refused or harmless; the first that is neither is enough.
    private func check(_ damaged: [UInt8], _ comment: String) -> Bool {
        guard let restored = try? Migrator().downgrade(damaged).documentWithoutResidue else { return true }
        let isJSON = (try? JSONScanner.index(restored, maximumDepth: 4096)) != nil
        #expect(
            isJSON,
            "\(comment): \(String(decoding: damaged, as: UTF8.self)) gives \(String(decoding: restored, as: UTF8.self))"
        )
        return isJSON
    }

    @Test("a residue given beside the wrong document: an error or a valid document", arguments: Realistic.all)
    func wrongDocument(_ one: Realistic.Document) throws {
        let residue = try #require(try Migrator().upgrade(one.bytes).residue)
        let bodies =
            try ["{}", "[]", "null", "0"].map { Array($0.utf8) }
            + Realistic.all.map { try Migrator().upgrade($0.bytes).documentWithoutResidue }
        for body in bodies {
            guard let restored = try? Migrator().downgrade(body, residue: residue).documentWithoutResidue else {
                continue
            }
            let isJSON = (try? JSONScanner.index(restored, maximumDepth: 4096)) != nil
            try #require(
                isJSON,
                "\(one) over \(String(decoding: body, as: UTF8.self)) gives \(String(decoding: restored, as: UTF8.self))"
            )
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import Testing

@testable import AdaptyMigrationCore

@Suite("Conversion to either side")
struct ConvertTests {
    @Test(
        "a document goes to any dialect and comes back over its residue",
        arguments: Fixture.all.filter { $0.kind == .profile || $0.kind == .event })
    func thereAndBack(_ fixture: Fixture) throws {
        let document = try fixture.legacy()
        for target in fixture.kind.dialects where target != fixture.dialect {
            guard let there = try? Migrator().convert(document, from: fixture.dialect, to: target), there.residue != nil
            else { continue }
            #expect(
                try Migrator().downgrade(there.documentWithoutResidue, residue: there.residue).documentWithoutResidue
                    == document, "\(target)")
            #expect((there.document == there.documentWithoutResidue) == !target.holdsResidue, "\(target)")
        }
    }

    @Test("a dialect without the kind is refused")
    func refused() throws {
        #expect {
            try Migrator().convert(
                Array(#"{"profile_id":"p","paid_access_levels":{}}"#.utf8), from: .sdk1Wire, to: .webhook)
        } throws: { ($0 as? MigrationError)?.code == .noSuchTarget }
    }

    @Test("a downgrade leaves a document without residue as it is, and names no dialect where it knows none")
    func unknown() throws {
        let unknown = Array(#"{"hello":"world"}"#.utf8), profile = Array(#"{"profile_id":"p","segment_hash":"h"}"#.utf8)
        let left = try Migrator().downgrade(unknown), known = try Migrator().downgrade(profile)
        #expect(left.documentWithoutResidue == unknown && left.source == nil && !left.hasResidue)
        #expect(known.documentWithoutResidue == profile && known.source != nil && known.source == known.target)
    }
}

@testable import AdaptyMigrationCore
import Testing

extension Migration {
    /// The document as somebody edited it, with its residue inside.
    func edited(_ text: String) throws -> [UInt8] {
        ResidueMember.embed(try #require(residue), in: Array(text.utf8))
    }
}

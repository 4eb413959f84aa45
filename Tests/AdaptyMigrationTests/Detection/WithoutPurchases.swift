@_spi(Tools) import AdaptyMigrationTools

@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore

/// Profiles of which several dialects may be right, because nobody has access by any of them.
enum WithoutPurchases {
    /// Whether no reading of a document gives anybody access, and its bytes come back from each.
    static func holds(_ document: [UInt8], _ dialects: [Dialect]) throws -> Bool {
        for dialect in dialects {
            let upgraded = try Migrator().upgrade(document, from: dialect)
            guard upgraded.kind == .profile,
                try AccessReading(JSONScanner.index(upgraded.documentWithoutResidue)).subjects.isEmpty,
                try Migrator().downgrade(upgraded.document).documentWithoutResidue == document
            else { return false }
        }
        return true
    }
}

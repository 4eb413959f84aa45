import AdaptyMigrationCore

/// Lists of dialects in documents, in few words. Where a list has every dialect whose id begins alike, a star stands
/// for their endings: `sdk1-*`.
package enum DialectList {
    /// The beginnings that have a star. One that contains another stands before it.
    private static let beginnings = ["sdk1-", "sdk1-bridge", "server-", "sdk2", "sdk3", "sdk3-bridge", "webhook"]

    /// The ids of columns, in the order of the columns; empty when there are none.
    package static func text(_ columns: [Column]) -> String {
        words(columns).map { "`\($0)`" }.joined(separator: ", ")
    }

    /// The same, one word each.
    static func words(_ columns: [Column]) -> [String] {
        var rest = columns, found: [(first: Column, word: String)] = []
        for beginning in beginnings {
            let family = Column.allCases.filter { $0.id.hasPrefix(beginning) }
            guard family.allSatisfy({ rest.contains($0) }) else { continue }
            rest.removeAll { family.contains($0) }
            found.append((family[0], beginning + "*"))
        }
        for column in rest { found.append((column, column.id)) }
        return found.sorted { $0.first.rawValue < $1.first.rawValue }.map(\.word)
    }
}

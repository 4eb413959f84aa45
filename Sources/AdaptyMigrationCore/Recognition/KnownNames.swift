/// The numbers of all member names that the project knows, in every table and dialect.
package enum KnownNames {
    package static let numbers = NameNumbers(list)
    /// The member in which an upgraded record has its original.
    package static let residue = "_adapty_migration"

    private static var list: [String] {
        var names = Set(EnvelopeNames.holderNames).union(KindMarks.all)
            .union([residue, "type", "id", "h", "t", "version", "key", "value"])
        for row in Table.all.flatMap(\.rows) {
            for column in Column.allCases {
                for spelling in row.names[column] { for name in spelling.path { names.insert(name) } }
            }
        }
        names.formUnion(Offer.parts + Offer.parts.map(Names.camelCase))
        return names.sorted()
    }
}

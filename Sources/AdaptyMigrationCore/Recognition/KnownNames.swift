/// The numbers of all member names that the project knows, in every table and dialect.
package enum KnownNames {
    package static let numbers = NameNumbers(list)
    /// The member in which an upgraded record has its original.
    package static let residue = "_adapty_migration"

    /// The names of ``Names/platforms``.
    static let platforms = Set(Names.platforms.map(numbers.number))

    /// By the number of a name, its place in a list plus one; 0 for names that are not in it.
    static func slots(_ list: [UInt16]) -> UnsafePointer<UInt8> {
        var slots = [UInt8](repeating: 0, count: numbers.names.count)
        for (place, number) in list.enumerated() { slots[Int(number)] = UInt8(place + 1) }
        return Kept(slots).pointer
    }

    private static var list: [String] {
        var names = Set(EnvelopeNames.holderNames).union(EnvelopeMembers.names).union(KindMarks.all)
            .union([residue, "type", "id", "h", "t", "version", "key", "value", "product"])
        for row in Table.all.flatMap(\.rows) {
            for column in Column.allCases {
                for spelling in row.names[column] { for name in spelling.path { names.insert(name) } }
            }
        }
        names.formUnion(Names.platforms)
        names.formUnion(SDKNeed.names)
        names.formUnion(Offer.parts + Offer.parts.map(Names.camelCase))
        return names.sorted()
    }
}

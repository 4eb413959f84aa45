@_spi(Tools) import AdaptyMigrationTools

/// Law 3 on one record, with predictable edits. Texts that occur on both sides are changed in the current document, one
/// at a time. The downgrade must be the original with only that text changed.
struct EditLaw {
    let migrator: Migrator

    /// The maximum number of texts that are edited in a record, counted from its beginning.
    private static let edits = 6
    private static let mark = Array("\"edited by the test kit\"".utf8)

    func failures(_ record: [UInt8], _ upgraded: Migration) throws(MigrationError) -> [Laws.Failure] {
        guard let residue = upgraded.residue, upgraded.kind != .event, upgraded.target == .sdk2 else { return [] }
        let original = try JSONScanner.index(record, maximumDepth: migrator.options.maximumDepth)
        let current = try JSONScanner.index(
            upgraded.documentWithoutResidue, maximumDepth: migrator.options.maximumDepth)
        var failures: [Laws.Failure] = [], edited = 0
        for (name, place) in EditLaw.texts(current, original) where edited < EditLaw.edits {
            edited += 1
            let restored = try migrator.downgrade(EditLaw.replacing(current, place.current), residue: residue)
                .documentWithoutResidue
            guard let difference = DocumentDiff.place(EditLaw.replacing(original, place.original), restored) else {
                continue
            }
            failures.append(Laws.Failure(law: 3, message: "the edit of \(name) came back changed: \(difference)"))
        }
        return failures
    }

    private static func replacing(_ index: JSONIndex, _ node: Int) -> [UInt8] {
        Array(index.bytes[..<index.range(node).lowerBound] + mark + index.bytes[index.range(node).upperBound...])
    }

    /// Texts that occur exactly once on each side, in fields of the table that do not identify anything.
    private static func texts(_ current: JSONIndex, _ original: JSONIndex) -> [(
        name: String, place: (current: Int, original: Int)
    )] {
        let before = once(original), after = once(current)
        return after.sorted { $0.value.node < $1.value.node }.compactMap { token, place in
            guard names.contains(place.name), let other = before[token] else { return nil }
            return (current.pointer(place.node), (place.node, other.node))
        }
    }

    /// The text values that occur exactly once in the document, with their names.
    private static func once(_ index: JSONIndex) -> [[UInt8]: (node: Int, name: String)] {
        var found: [[UInt8]: (node: Int, name: String)] = [:], repeated: Set<[UInt8]> = []
        for object in index.nodes.indices where index.kind(object) == .object {
            for member in index.members(object) where index.kind(member.value) == .string {
                let token = Array(index.raw(member.value))
                if found.updateValue((member.value, index.name(member.name)), forKey: token) != nil {
                    repeated.insert(token)
                }
            }
        }
        return found.filter { !repeated.contains($0.key) }
    }

    /// Names that are texts in every table that has them, that the old dialects and the current one share, and that are
    /// not identities.
    private static let names: Set<String> = {
        var names: Set<String> = [], others: Set<String> = []
        for table in TableID.allCases where table != .event && table != .eventProperties {
            for row in Table[table].rows {
                let spellings = row.names[.sdk2]
                let isText =
                    row.codec == .text && row.id != Table[table].identity && !row.id.hasSuffix("id")
                    && spellings.contains { $0.use == .native }
                if isText { names.formUnion(spellings.map(\.text)) } else { others.formUnion(spellings.map(\.text)) }
            }
        }
        return names.subtracting(others)
    }()
}

@_spi(Tools) import AdaptyMigrationTools

/// What is wrong with the names of events, one sentence each.
enum EventLint {
    static func complaints(_ vocabulary: [(name: String, meaning: String)], _ aliases: [EventAlias]) -> [String] {
        let current = Set(vocabulary.map(\.name))
        var complaints = grouped(vocabulary.map { ($0.name, $0.meaning) }).map { name, meanings in
            "\(name) is in the vocabulary more than once: \(meanings)"
        }
        complaints += grouped(aliases.map { ($0.old, $0.current) }).map { old, names in
            "\(old) is the old name of more than one event: \(names)"
        }
        complaints += grouped(aliases.map { ($0.current, $0.old) }).map { name, olds in
            "\(name) has more than one old name, and a downgrade can write only one: \(olds)"
        }
        for alias in aliases {
            if !current.contains(alias.current) {
                complaints.append("\(alias.old) leads to \(alias.current), which is not in the vocabulary")
            }
            if current.contains(alias.old) { complaints.append("\(alias.old) is an old name and a current one") }
        }
        for entry in vocabulary where EventMeaning(rawValue: entry.meaning) ?? .unknown == .unknown {
            complaints.append("\(entry.name) means \(entry.meaning), which is no EventMeaning")
        }
        return complaints
    }

    /// The names that occur more than once, with what is said of each.
    private static func grouped(_ pairs: [(name: String, said: String)]) -> [(String, String)] {
        Dictionary(grouping: pairs, by: \.name).filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map {
            ($0.key, $0.value.map(\.said).joined(separator: ", "))
        }
    }
}

/// A table of a document.
enum MarkdownTable {
    static func text(_ heading: [String], _ rows: [[String]]) -> String {
        let rule = "|" + String(repeating: " :-- |", count: heading.count)
        return ([line(heading), rule] + rows.map { line($0) }).joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

extension Sequence {
    /// Values by key. The keys are in the order in which they first occur, because a document must not change from run
    /// to run.
    package func grouped<Key: Hashable, Value>(_ entry: (Element) -> (Key, Value)) -> [(key: Key, values: [Value])] {
        var groups: [(key: Key, values: [Value])] = [], places: [Key: Int] = [:]
        for element in self {
            let (key, value) = entry(element)
            if let place = places[key] {
                groups[place].values.append(value)
            } else {
                places[key] = groups.count
                groups.append((key, [value]))
            }
        }
        return groups
    }
}

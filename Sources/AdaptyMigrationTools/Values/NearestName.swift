/// Finds what somebody meant who mistyped a name.
public enum NearestName {
    /// The first name that the fewest edits lead to; `nil` where more than a third of the letters would change.
    public static func of(_ word: String, among names: [String]) -> String? {
        let word = Array(word.utf8), limit = word.count / 3
        let distances = names.map { distance(word, Array($0.utf8)) }
        guard let least = distances.min(), least <= limit else { return nil }
        return distances.firstIndex(of: least).map { names[$0] }
    }

    /// The number of letters to insert, remove or replace (Levenshtein 1966).
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[b.count]
    }
}

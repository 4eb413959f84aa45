/// Finds the name that was probably meant by a mistyped one.
@_spi(Tools) public enum NearestName {
    /// The first name with the fewest edits; `nil` when more than a third of the letters would change.
    public static func of(_ word: String, among names: [String]) -> String? {
        let word = Array(word.utf8), limit = word.count / 3
        let distances = names.map { distance(word, Array($0.utf8)) }
        guard let least = distances.min(), least <= limit else { return nil }
        return distances.firstIndex(of: least).map { names[$0] }
    }

    /// The number of letters to insert, remove or replace, or of neighbours to exchange (optimal string alignment).
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var earlier: [Int] = [], above = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var row = [i + 1]
            for (j, other) in b.enumerated() {
                var least = min(above[j] + (letter == other ? 0 : 1), above[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other { least = min(least, earlier[j - 1] + 1) }
                row.append(least)
            }
            (earlier, above) = (above, row)
        }
        return above[b.count]
    }
}

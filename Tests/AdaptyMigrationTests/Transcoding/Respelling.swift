/// One document in other spellings of the same JSON, each other in one place only.
enum Respelling {
    /// With a blank, or a tab, at every place between two tokens.
    static func spaced(_ document: [UInt8]) -> [[UInt8]] {
        places(document).flatMap { place in
            [0x20, 0x09].map { space in document[..<place] + [space] + document[place...] }
        }
    }

    /// With the first letter of every string as an escape.
    static func escaped(_ document: [UInt8]) -> [[UInt8]] {
        strings(document).filter { document[$0.lowerBound].isLetter }.map { string in
            let digits = String(document[string.lowerBound], radix: 16)
            return document[..<string.lowerBound] + Array("\\u00\(digits)".utf8) + document[(string.lowerBound + 1)...]
        }
    }

    /// The insides of strings.
    private static func strings(_ document: [UInt8]) -> [Range<Int>] {
        var strings: [Range<Int>] = [], start: Int?, position = 0
        while position < document.count {
            if let opened = start {
                if document[position] == 0x22 {
                    strings.append(opened..<position)
                    start = nil
                } else if document[position] == 0x5C {
                    position += 1
                }
            } else if document[position] == 0x22 {
                start = position + 1
            }
            position += 1
        }
        return strings
    }

    /// Before and behind every string, bracket, brace, colon and comma, and so around numbers and literals as well.
    private static func places(_ document: [UInt8]) -> [Int] {
        var isInside = Array(repeating: false, count: document.count + 1), places: Set<Int> = []
        for string in strings(document) {
            for position in string.lowerBound...string.upperBound { isInside[position] = true }
            places.formUnion([string.lowerBound - 1, string.upperBound + 1])
        }
        for (position, byte) in document.enumerated() where !isInside[position] && Array("{}[]:,".utf8).contains(byte) {
            places.formUnion([position, position + 1])
        }
        return places.sorted()
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
}

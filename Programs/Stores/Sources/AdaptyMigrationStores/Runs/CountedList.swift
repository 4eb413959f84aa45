/// A list of texts that may be long. All are counted, and the first hundred are kept.
public struct CountedList: Sendable, Encodable {
    public private(set) var first: [String] = []
    public private(set) var count = 0

    public var isEmpty: Bool { count == 0 }

    mutating func add(_ text: String) {
        count += 1
        if first.count < 100 { first.append(text) }
    }

    /// Adds those that somebody else has counted.
    mutating func add(_ texts: [String], of all: Int) {
        count += all
        first += texts.prefix(100 - first.count)
    }
}

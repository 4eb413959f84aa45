import AdaptyMigrationTools

/// A hash over records in order, after RFC 6962 §2.1, in memory that grows with the logarithm of their number.
///
/// Worked example, three records `a`, `b`, `c`:
///
/// ```
/// leaf  L(x) = SHA-256(00 ‖ x)
/// node  N(l, r) = SHA-256(01 ‖ l ‖ r)
/// root  N(N(L(a), L(b)), L(c))
///
/// after a   [L(a)]
/// after b   [N(L(a), L(b))]
/// after c   [N(L(a), L(b)), L(c)]
/// ```
///
/// The state consists of the complete trees so far, the largest first, all of different sizes. The different first
/// bytes prevent a record from being passed off as a node.
struct MerkleTree {
    /// The maximum number of sections. At least half as many are kept if there are enough records.
    private static let mostSections = 256

    private var trees: [(level: Int, hash: [UInt8])] = []
    private(set) var count = 0
    /// The records, counted from 1, whose leaves are kept; `nil` for none.
    private let watched: ClosedRange<Int>?
    private(set) var leaves: [[UInt8]] = []
    /// The hashes of consecutive complete trees of one size, for locating a difference.
    private(set) var sections = Sections(level: 0, hashes: [])

    /// Consecutive groups of records.
    struct Sections: Equatable {
        /// Each group has 2 to the power of this many records.
        var level: Int
        var hashes: [[UInt8]]

        var size: Int { 1 << level }

        /// Joins pairs. A hash without a partner is left out.
        fileprivate func halved() -> Sections {
            Sections(
                level: level + 1,
                hashes: stride(from: 0, to: hashes.count - 1, by: 2).map { MerkleTree.node(hashes[$0], hashes[$0 + 1]) }
            )
        }

        /// The records, counted from 1, of the first group in which two sequences differ. Without an end if the
        /// difference is after all groups that both have.
        func firstDifference(from other: Sections) -> (start: Int, end: Int?) {
            var a = self, b = other
            while a.level < b.level { a = a.halved() }
            while b.level < a.level { b = b.halved() }
            let stretches = zip(a.hashes, b.hashes)
            guard let first = stretches.enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
                return (min(a.hashes.count, b.hashes.count) * a.size + 1, nil)
            }
            return (first * a.size + 1, (first + 1) * a.size)
        }
    }

    init(watching watched: ClosedRange<Int>? = nil) { self.watched = watched }

    mutating func append(_ record: some Collection<UInt8>) {
        var hash = SHA256Hash(after: [0])
        hash.update(Array(record))
        count += 1
        let leaf = hash.finish()
        if let watched, watched.contains(count) { leaves.append(leaf) }
        push(leaf, 0)
    }

    private mutating func push(_ hash: [UInt8], _ level: Int) {
        var hash = hash, level = level
        note(hash, level)
        while let last = trees.last, last.level == level {
            trees.removeLast()
            hash = MerkleTree.node(last.hash, hash)
            level += 1
            note(hash, level)
        }
        trees.append((level, hash))
    }

    private mutating func note(_ hash: [UInt8], _ level: Int) {
        guard level == sections.level else { return }
        if sections.hashes.count == MerkleTree.mostSections {
            sections = sections.halved()
        } else {
            sections.hashes.append(hash)
        }
    }

    /// The root of all records so far; SHA-256 of nothing when there are none.
    var root: [UInt8] {
        guard var hash = trees.last?.hash else { return SHA256Hash.hash([]) }
        for tree in trees.dropLast().reversed() { hash = MerkleTree.node(tree.hash, hash) }
        return hash
    }

    fileprivate static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { SHA256Hash.hash([1] + left + right) }
}

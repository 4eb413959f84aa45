/// How the member begins that is expected after another: the one that followed it in the record before, because records
/// of one source have their members in one order. An expectation that fails costs one comparison.
///
/// **Contract.** The memory is written once, in the initialiser, and given back by the owner; positions are checked.
struct ExpectedHeads: @unchecked Sendable {
    private let heads: UnsafeMutableBufferPointer<MemberHead>
    /// What the last record taught; nobody's while a record is read with it.
    private let followers: Locked<[Int]?>

    /// Names by position.
    init(_ names: [String]) {
        heads = .allocate(capacity: names.count + 1)
        _ = heads.initialize(fromContentsOf: names.map { ExpectedHeads.head($0) } + [MemberHead()])
        followers = Locked(nil)
    }

    func deallocate() { heads.deallocate() }

    /// The position that stands for a record's beginning; no member begins like it.
    var beginning: Int { heads.count - 1 }

    @inline(__always)
    subscript(position: Int) -> MemberHead {
        _read {
            precondition(position >= 0 && position < heads.count)
            yield heads[position]
        }
    }

    /// What followed each position; for one thread, which gives it back.
    func takeFollowers() -> [Int] {
        let learned = followers.withLock { followers in
            var taken: [Int]?
            swap(&taken, &followers)
            return taken
        }
        return learned ?? Array(repeating: beginning, count: heads.count)
    }

    func giveBack(_ learned: consuming [Int]) {
        let learned = learned
        followers.withLock { $0 = learned }
    }

    /// Names that need escapes, or are too long for it, are never expected.
    private static func head(_ name: String) -> MemberHead {
        let isPlain =
            name.utf8.count <= NameTable.longestName
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        return isPlain ? MemberHead(name) : MemberHead()
    }
}

/// The reasons for and against each column, in a second walk over a document that was recognised or refused.
package struct DialectEvidence {
    /// What speaks against one column.
    struct Standing: Sendable {
        /// The reason why the column is excluded; `nil` when it is not.
        var hard: DialectObjection?
        /// The reason why it is excluded unless nothing fits better.
        var soft: DialectObjection?
        /// Whether it spells a field otherwise that decides about identity, access or money.
        var isSpelledOtherwise = false
        /// The number of objections, and of those to the name of the first one, as a name that only other dialects have.
        var objections = 0, strays = 0
        /// The number of flags that are written as in an older dialect, and of those that are not.
        var oldFlags = 0, flags = 0
    }

    package let columns: [Column]
    private let index: JSONIndex
    private let standings: [Standing]
    private let all: ColumnSet

    /// - Parameter columns: of the record's kind, one bit each.
    package init(_ index: JSONIndex, _ kind: RecordKind, _ columns: UInt16) {
        (self.index, all) = (index, ColumnSet(rawValue: columns))
        self.columns = all.columns
        standings = index.withPaddedTape { DialectScale($0, index, kind, columns).standings }
    }

    subscript(column: Column) -> Standing { standings[column.rawValue] }

    /// The column with the fewest objections; of several the first one.
    var leastRefused: Column {
        Column.ranked.filter(all.contains).min { self[$0].objections < self[$1].objections } ?? .sdk2
    }

    /// The columns against which speaks nothing but one name that only other dialects have. In a document of such a
    /// column it is an unknown member.
    var allButOneName: UInt16 {
        columns.reduce(0) { self[$1].strays > 0 && self[$1].strays == self[$1].objections ? $0 | $1.bit : $0 }
    }

    /// The columns against which speaks nothing but the form of a few flags. A name that only one generation has outweighs
    /// them.
    var allButFlags: UInt16 {
        columns.reduce(0) {
            let standing = self[$1],
                isIt = standing.oldFlags == standing.objections && standing.oldFlags < standing.flags
            return isIt ? $0 | $1.bit : $0
        }
    }

    /// Whether each of these columns spells a field otherwise that decides about identity, access or money.
    func isSpelledOtherwise(in columns: UInt16) -> Bool {
        ColumnSet(rawValue: columns).columns.allSatisfy { self[$0].isSpelledOtherwise }
    }

    // MARK: Words

    /// The first reason against a column in words, and its place; `nil` when there is none.
    func words(against column: Column, includesDoubts: Bool = false) -> (words: String, pointer: String)? {
        guard let objection = self[column].hard ?? (includesDoubts ? self[column].soft : nil) else { return nil }
        return (objection.words(column, value: index.text(objection.node)), index.pointer(objection.node))
    }

    /// The same as a sentence.
    ///
    /// - Parameter includesDoubts: whether a doubt is a reason.
    package func reason(against column: Column, includesDoubts: Bool) -> (text: String, pointer: String)? {
        words(against: column, includesDoubts: includesDoubts).map { words, place in
            ("not \(column.id): \(words)" + (place.isEmpty ? "" : " (\(place))"), place)
        }
    }

    /// The names of dialects, each once.
    package static func names(_ columns: [Column]) -> String {
        var seen: Set<Dialect> = []
        return columns.map(\.dialect).filter { seen.insert($0).inserted }.map(\.rawValue).joined(separator: ", ")
    }

    /// The same in the order of the columns. There are few such sets, and each is asked for often.
    package static func names(_ columns: ColumnSet) -> String {
        if let names = kept.withLock({ $0[columns.rawValue] }) { return names }
        let names = names(columns.columns)
        kept.withLock { $0[columns.rawValue] = names }
        return names
    }

    private static let kept = Locked<[UInt16: String]>([:])
}

import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The programs of one transcoder. Each is made on first use and kept.
final class Programs {
    private let source: Dialect?
    @exclusivity(unchecked) private var upgrading: [Program?]
    @exclusivity(unchecked) private var settled: [Program?]

    private static let columns = Column.allCases.count, kinds = RecordKind.converted.count

    /// - Parameter source: the records' dialect, where it is known.
    init(source: Dialect?) {
        self.source = source
        upgrading = Array(repeating: nil, count: Programs.columns * Programs.kinds)
        settled = Array(repeating: nil, count: Programs.columns * Programs.columns * Programs.kinds)
    }

    /// The way up from what a record may be, which recognises it against the other columns; `nil` for kinds that have
    /// none. A newer dialect stays what it is.
    func upgrade(_ guess: Guess) -> Program? {
        guard !guess.kind.isList, guess.kind != .promo else { return nil }
        let number = guess.column.rawValue * Programs.kinds + guess.kind.number
        if let program = upgrading[number] { return program }
        var columns = guess.kind.columns
        guard columns.contains(guess.column) else { return nil }
        if let source { columns = columns.filter { $0.dialect == source } }
        let dialect = guess.column.dialect
        let program = Program(
            from: guess.column, to: dialect.isUpgraded ? dialect.hub.column : guess.column, kind: guess.kind,
            columns: columns)
        upgrading[number] = program
        return program
    }

    /// The way between two columns for records whose dialect is known.
    func settled(_ from: Column, to: Column, _ kind: RecordKind) -> Program {
        let number = (from.rawValue * Programs.columns + to.rawValue) * Programs.kinds + kind.number
        if let program = settled[number] { return program }
        let program = Program(from: from, to: to, kind: kind, columns: [])
        settled[number] = program
        return program
    }
}

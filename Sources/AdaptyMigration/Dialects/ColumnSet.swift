/// A set of columns in one word.
struct ColumnSet: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ columns: [Column]) {
        self.init()
        for column in columns { insert(column) }
    }

    func contains(_ column: Column) -> Bool { rawValue & 1 << UInt16(column.rawValue) != 0 }
    mutating func insert(_ column: Column) { self = ColumnSet(rawValue: rawValue | 1 << UInt16(column.rawValue)) }

    var count: Int { rawValue.nonzeroBitCount }
    var columns: [Column] { Column.allCases.filter(contains) }
}

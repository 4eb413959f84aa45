import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The combined evidence of an object's plain members for its dialect. Objects of one table usually have the same
/// members, so their ``RuleSet`` keeps the last results.
struct PlainEvidence {
    /// The rows of the members that say something.
    private(set) var rows: UInt64 = 0
    private(set) var evidence: UInt32 = 0
    private(set) var doubts = SIMD16<Int16>()
    private(set) var marks = KindMarks()
    /// How many members those are.
    var members: Int { rows.nonzeroBitCount }

    init() {}

    /// - Parameter plain: the plain rule of each row.
    init(of rows: UInt64, _ plain: UnsafeMutablePointer<UnsafePointer<KeyRule>>) {
        self.rows = rows
        var rest = rows
        while rest != 0 {
            let rule = plain[rest.trailingZeroBitCount]
            rest &= rest &- 1
            evidence |= rule.pointee.plainEvidence
            doubts &+= rule.pointee.doubts
            marks.formUnion(rule.pointee.marks)
        }
    }
}

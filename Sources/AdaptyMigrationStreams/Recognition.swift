import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The evidence of the names and values so far, for and against each column: ``DialectScore`` in a few machine words.
struct Recognition {
    /// In the lower half the columns that cannot be, in the upper half those that met other rows than the plan's.
    private var evidence: UInt32 = 0
    private var out: UInt16 { UInt16(truncatingIfNeeded: evidence) }
    private var agreeing: UInt16 { ~UInt16(truncatingIfNeeded: evidence >> 16) }
    /// How much more each column is doubted than the plan's; ``wide`` takes over before it overflows.
    private var doubts = SIMD16<Int16>()
    private var wide = SIMD16<Int32>()
    /// How many members were met, which count 100 each at most in ``doubts``; an object's plain members, 64 at most,
    /// are counted together.
    private var doubters = 0
    private static let manyDoubters = 200
    var marks = KindMarks()
    var isBeyondSDK2 = false

    @inline(__always)
    mutating func meet(_ rule: UnsafePointer<KeyRule>, _ kind: JSONKind) {
        evidence |= rule.pointee.evidence[Int(kind.rawValue)]
        // Mostly nothing is added; to ask whether would have to be predicted.
        doubts &+= rule.pointee.doubts
        doubters &+= 1
        if doubters > Recognition.manyDoubters { widen() }
        isBeyondSDK2 = isBeyondSDK2 || rule.pointee.isBeyondSDK2
    }

    /// What the plain members of an object say.
    @inline(__always)
    mutating func meet(_ rules: RuleSet, plain: UInt64, _ isRoot: Bool) {
        let said = rules.evidence(of: plain & rules.telling)
        evidence |= said.pointee.evidence
        doubts &+= said.pointee.doubts
        doubters &+= said.pointee.members
        if doubters > Recognition.manyDoubters { widen() }
        if isRoot { marks.formUnion(said.pointee.marks) }
    }

    @inline(never)
    private mutating func widen() {
        wide &+= SIMD16<Int32>(truncatingIfNeeded: doubts)
        doubts = SIMD16()
        doubters = 0
    }

    /// Records what the wrappers around the record say.
    mutating func meet(_ wrappers: (out: UInt16, doubts: SIMD16<Int16>)) {
        evidence |= UInt32(wrappers.out)
        doubts &+= wrappers.doubts
    }

    /// Whether the plan's column is surely the one that ``Recognizer`` names: every other is out or more doubted.
    mutating func isPlan(_ program: Program) -> Bool {
        if !isBeyondSDK2, program.hasBothSDKs { evidence |= UInt32(Column.sdk3.bit) }
        guard out & program.from.bit == 0 else { return false }
        var rivals = program.rivals & ~out
        while rivals != 0 {
            let rival = rivals.trailingZeroBitCount
            guard wide[rival] &+ Int32(doubts[rival]) > 0 else { return false }
            rivals &= rivals &- 1
        }
        return true
    }

    /// The column that ``Recognizer`` would name first, whether others fit as well or not; `nil` when all are out.
    mutating func likeliest(_ columns: [Column]) -> Column? {
        widen()
        var best: Column?
        for column in columns where out & column.bit == 0 {
            guard let other = best else {
                best = column
                continue
            }
            let difference = wide[column.rawValue] - wide[other.rawValue]
            if difference < 0 || difference == 0 && Recognizer.rank(column) < Recognizer.rank(other) { best = column }
        }
        return best
    }

    /// The column that ``Recognizer`` names, where that is certain without comparing upgrades; else `nil`. Asked where
    /// the plan's is not surely it.
    mutating func column(_ columns: [Column]) -> Column? {
        guard let best = likeliest(columns) else { return nil }
        var isAlone = true, allAgree = agreeing & best.bit != 0 && best.isRaised
        for column in columns
        where column != best && out & column.bit == 0 && wide[column.rawValue] == wide[best.rawValue] {
            isAlone = false
            if agreeing & column.bit == 0 || !column.isRaised { allAgree = false }
        }
        return isAlone || allAgree ? best : nil
    }
}

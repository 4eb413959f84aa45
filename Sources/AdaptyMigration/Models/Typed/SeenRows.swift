/// The rows that a record has had a member for; a second one is a case for the general path.
struct SeenRows {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    @inline(__always)
    mutating func insert(_ row: Int) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: row)
        if row < 64 {
            let isNew = low & bit == 0
            low |= bit
            return isNew
        }
        let isNew = high & bit == 0
        high |= bit
        return isNew
    }

    func contains(_ row: Int) -> Bool { (row < 64 ? low : high) & 1 << UInt64(row & 63) != 0 }
}

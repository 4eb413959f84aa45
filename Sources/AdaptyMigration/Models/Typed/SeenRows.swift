/// The rows that a record has had a member for; a second one is a case for the general path.
struct SeenRows {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    mutating func insert(_ row: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(row & 63)
        if row < 64 {
            defer { low |= bit }
            return low & bit == 0
        }
        defer { high |= bit }
        return high & bit == 0
    }

    func contains(_ row: Int) -> Bool { (row < 64 ? low : high) & 1 << UInt64(row & 63) != 0 }
}

import AdaptyMigrationCore

extension Amount {
    /// An exact sum of amounts.
    struct Sum: Hashable, Sendable, CustomStringConvertible {
        /// The highest and the lowest decimal place that is added.
        private static let places = -30..<60
        /// By place, the lowest first. Carries are computed only on reading, so that amounts of either sign are simply
        /// added.
        private var columns = [Int](repeating: 0, count: places.count)
        /// The number of amounts that are too large or too fine to add.
        private(set) var others = 0

        init() {}

        mutating func add(_ amount: Amount) {
            guard amount.exponent >= Sum.places.lowerBound,
                amount.exponent + amount.digits.count <= Sum.places.upperBound - 20
            else {
                others += amount.digits.isEmpty ? 0 : 1
                return
            }
            for (place, digit) in amount.digits.reversed().enumerated() {
                columns[amount.exponent - Sum.places.lowerBound + place] += amount.isNegative ? -Int(digit) : Int(digit)
            }
        }

        static func += (sum: inout Sum, other: Sum) {
            for place in sum.columns.indices { sum.columns[place] += other.columns[place] }
            sum.others += other.others
        }

        /// The total as a decimal number.
        var description: String {
            let carried = carried(columns), isNegative = carried.last ?? 0 < 0
            let digits = isNegative ? self.carried(columns.map { -$0 }) : carried
            let token =
                (isNegative ? "-" : "") + digits.reversed().map(String.init).joined() + "E\(Sum.places.lowerBound)"
            return (Amount(token.utf8)?.description ?? "") + (others == 0 ? "" : " and \(others) not added up")
        }

        /// Brings all columns except the highest to 0…9. The highest has the sign.
        private func carried(_ columns: [Int]) -> [Int] {
            var columns = columns
            for place in columns.indices.dropLast() {
                let carry = columns[place] >= 0 ? columns[place] / 10 : -((9 - columns[place]) / 10)
                columns[place] -= carry * 10
                columns[place + 1] += carry
            }
            return columns
        }

        static func == (a: Sum, b: Sum) -> Bool { a.description == b.description }
        func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }
}

/// An amount of money, exact: what a document writes is neither rounded nor made a `Double`.
///
/// Worked example, `-9.990`: the digits 999 (zeros at the end do not count), shifted by two places, below zero.
struct Amount: Hashable, Sendable, CustomStringConvertible {
    private let isNegative: Bool
    /// Without zeros at either end; empty for zero.
    private let digits: [UInt8]
    /// The power of ten of the last digit.
    private let exponent: Int

    /// - Parameter token: a JSON number, validated. `nil` where its exponent has more than four digits: nobody's money.
    init?(_ token: some Collection<UInt8>) {
        var digits: [UInt8] = [], exponent = 0, isFraction = false, isNegative = false
        var rest = Array(token)[...]
        while let byte = rest.popFirst() {
            if byte &- 0x30 <= 9 {
                digits.append(byte &- 0x30)
                exponent -= isFraction ? 1 : 0
            } else if byte == 0x2D {
                isNegative = true
            } else if byte == 0x2E {
                isFraction = true
            } else {
                guard let power = Int(String(decoding: rest, as: UTF8.self)), (-9999...9999).contains(power) else {
                    return nil
                }
                exponent += power
                break
            }
        }
        digits = Array(digits.drop { $0 == 0 })
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        self.isNegative = isNegative && !digits.isEmpty
        self.digits = digits
        self.exponent = digits.isEmpty ? 0 : exponent
    }

    var description: String {
        guard !digits.isEmpty else { return "0" }
        guard (-40...40).contains(exponent), digits.count <= 80 else {
            return (isNegative ? "-" : "") + digits.map(String.init).joined() + "E\(exponent)"
        }
        var text = (digits + Array(repeating: 0, count: max(0, exponent))).map(String.init).joined()
        if exponent < 0 {
            text = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + text
            text.insert(".", at: text.index(text.endIndex, offsetBy: exponent))
        }
        return (isNegative ? "-" : "") + text
    }

    /// A sum of amounts, exact as they are.
    struct Sum: Hashable, Sendable, CustomStringConvertible {
        /// Digits of the highest place that is added up, and of the lowest.
        private static let places = -30..<60
        /// By place, the lowest first; carried only when it is read, so that amounts of either sign simply add up.
        private var columns = [Int](repeating: 0, count: places.count)
        /// Amounts too large or too fine to add up.
        private(set) var others = 0

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

        /// The total as it would be written.
        var description: String {
            let carried = carried(columns), isNegative = carried.last ?? 0 < 0
            let digits = isNegative ? self.carried(columns.map { -$0 }) : carried
            let token =
                (isNegative ? "-" : "") + digits.reversed().map(String.init).joined() + "E\(Sum.places.lowerBound)"
            return (Amount(token.utf8)?.description ?? "") + (others == 0 ? "" : " and \(others) not added up")
        }

        /// Every column but the highest brought to 0…9; the highest has the sign.
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

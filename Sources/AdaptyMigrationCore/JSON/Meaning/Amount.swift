/// An exact amount of money. It is neither rounded nor converted to a `Double`.
///
/// Worked example, `-9.990`: the digits 999 (trailing zeros are dropped), shifted by two places, negative.
package struct Amount: Hashable, Sendable, CustomStringConvertible {
    package let isNegative: Bool
    /// Without zeros at either end; empty for zero.
    package let digits: [UInt8]
    /// The power of ten of the last digit.
    package let exponent: Int

    /// - Parameter token: a validated JSON number. The result is `nil` for an exponent of more than four digits, which
    ///   no price has.
    package init?(_ token: some Collection<UInt8>) {
        var digits: [UInt8] = [], exponent = 0, isFraction = false, isNegative = false
        var rest = Array(token)[...]
        while let byte = rest.popFirst() {
            if byte &- 0x30 <= 9 {
                digits.append(byte &- 0x30)
                exponent -= isFraction ? 1 : 0
            } else if byte == .minus {
                isNegative = true
            } else if byte == .point {
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

    package var description: String {
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
}

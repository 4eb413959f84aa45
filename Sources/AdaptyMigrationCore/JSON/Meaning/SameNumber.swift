/// Whether a number is one that a program wrote for another one.
///
/// Programs that parse numbers as doubles write `69.989999999999995` as `69.99`, and `9007199254740993` as
/// `9007199254740992`. So two numbers are the same if they have the same decimal value. They are also the same if they
/// are one double and the new one is written as a program writes that double: with its shortest digits, with 17 digits,
/// or as a whole number. An integer beyond 2^53 that somebody edited to exactly that value cannot be told apart.
enum SameNumber {
    static func holds(_ then: [UInt8], now: [UInt8]) -> Bool {
        guard let old = Amount(then), let new = Amount(now) else { return false }
        if old == new { return true }
        guard let double = Double(String(decoding: then, as: UTF8.self)), double.isFinite,
            Double(String(decoding: now, as: UTF8.self)) == double
        else { return false }
        return new.digits.count == 17 || Amount(Array("\(double)".utf8)) == new
            || Int64(exactly: double).map { Amount(Array("\($0)".utf8)) == new } ?? false
    }
}

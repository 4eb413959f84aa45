/// Small pieces of wording.
enum Text {
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String { "\(number) \(number == 1 ? one : many ?? one + "s")" }

    static func bytes(_ number: Int) -> String {
        var value = Double(number), unit = 0
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? "\(number) B" : "\(fixed(value, 1)) \(units[unit])"
    }

    /// A number with a fixed count of decimals.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
    }

    static func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
}

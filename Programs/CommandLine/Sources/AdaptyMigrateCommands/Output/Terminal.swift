/// Standard error, for people.
enum Terminal {
    static let isInteractive = System.isTerminal(System.standardError)
    private static let isPlain =
        (System.environment("NO_COLOR").map { !$0.isEmpty } ?? false) || System.environment("TERM") == "dumb"
    static let hasColours = isInteractive && !isPlain
    /// The same for standard output, to which a dry run writes.
    static let outputHasColours = System.isTerminal(System.standardOutput) && !isPlain

    /// The width without a terminal.
    static let usualColumns = 80
    /// The width of standard error in columns. It is read each time, because windows change.
    static var columns: Int { max(40, System.columns(System.standardError) ?? usualColumns) }
    /// The width of standard output in columns; `nil` when it is not a terminal.
    static let outputColumns =
        System.isTerminal(System.standardOutput) ? max(40, System.columns(System.standardOutput) ?? usualColumns) : nil

    enum Colour: String {
        case red = "31", green = "32", yellow = "33", cyan = "36", dim = "2", bold = "1"
    }

    static func paint(_ text: String, _ colour: Colour, _ isOn: Bool = hasColours) -> String {
        isOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    static func error(_ message: String) { paragraph("adapty-migrate: \(paint("error:", .red)) \(printable(message))") }
    static func warning(_ message: String) {
        paragraph("adapty-migrate: \(paint("warning:", .yellow)) \(printable(message))")
    }
    static func note(_ message: String) { paragraph("adapty-migrate: \(printable(message))") }

    /// Writes a message. On a terminal it is wrapped between words; elsewhere it is one line, which programs can read
    /// more easily.
    static func paragraph(_ text: String) {
        guard isInteractive else { return line(text) }
        let lines = Text.wrapped(text, columns - 3)
        line(lines[0])
        for rest in lines.dropFirst() { line("  " + rest) }
    }

    /// Clears a line of progress on a terminal.
    static let lineStart = isInteractive ? "\r\u{1B}[K" : ""

    /// Writes a line. Errors of standard error are ignored.
    static func line(_ text: String) { write(text + "\n") }

    static func write(_ text: String) {
        try? System.write(System.standardError, Array(text.utf8), name: "standard error")
    }

    /// Data in a message must not control the terminal, so control characters are shown as escapes.
    static func printable(_ text: String) -> String {
        // In UTF-8, 0xC2 is the first byte of the controls beyond ASCII.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }) { return text }
        var out = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                out += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}

/// Formats texts and numbers.
enum Text {
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// `sdk1-wire 30, sdk2 5`, the largest count first.
    static func counts(_ numbers: [String: Int]) -> String {
        numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(
            separator: ", ")
    }

    static func bytes(_ number: Int) -> String {
        var value = Double(number), unit = 0
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? "\(number) B" : "\(fixed(value, 1)) \(units[unit])"
    }

    /// A number with a fixed number of decimals.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        let scaled = Int((value * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(text)))
    }

    /// The remaining time.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60
            ? "\(whole) s"
            : whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
    }

    // MARK: Columns

    /// The number of columns of a text on a terminal: two for wide characters of East Asia and for emoji.
    static func columns(_ text: String) -> Int {
        guard text.utf8.contains(where: { $0 >= 0x80 || $0 == escape }) else { return text.utf8.count }
        var isColour = false
        return text.reduce(0) { sum, character in
            if character.asciiValue == escape { isColour = true }
            defer { if character == "m" { isColour = false } }
            return isColour ? sum : sum + columns(character)
        }
    }

    /// The beginning of the output of ``Terminal/paint(_:_:_:)``, which has no width up to its `m`.
    private static let escape: UInt8 = 0x1B

    /// From https://www.unicode.org/reports/tr11/, by block.
    private static func columns(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first?.value else { return 0 }
        let wide: [ClosedRange<UInt32>] = [
            0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
        ]
        return wide.contains { $0.contains(scalar) } ? 2 : 1
    }

    /// A text in lines with a maximum width. It is broken between words, and inside a word that is too long, if
    /// possible after a slash.
    ///
    /// Worked example: `required by sdk2, not in the source` in 20 columns becomes `required by sdk2,` and `not in the
    /// source`.
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        guard columns(text) > width else { return [text] }
        let indent = text.prefix { $0 == " " }
        if !indent.isEmpty, indent.count < width / 2 {
            let rest = wrapped(String(text.dropFirst(indent.count)), width - indent.count)
            return [indent + rest[0]] + rest.dropFirst()
        }
        var lines: [String] = [], line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if columns(longer) <= width {
                line = longer
                continue
            }
            if !line.isEmpty { lines.append(line) }
            let pieces = broken(word, width)
            lines += pieces.dropLast()
            line = pieces.last ?? ""
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// A word in pieces with a maximum width.
    private static func broken(_ word: Substring, _ width: Int) -> [String] {
        if word.utf8.contains(escape) { return [String(word)] }
        var pieces: [String] = [], rest = word
        while columns(String(rest)) > width {
            var used = 0, end = rest.startIndex, slash: String.Index?
            while end < rest.endIndex, used + columns(rest[end]) <= width {
                if rest[end] == "/", used > width / 2 { slash = end }
                used += columns(rest[end])
                end = rest.index(after: end)
            }
            let cut = slash ?? (end > rest.startIndex ? end : rest.index(after: end))
            pieces.append(String(rest[..<cut]))
            rest = rest[cut...]
        }
        return pieces + [String(rest)]
    }

    /// The end of a text that is too long, because its beginning is less informative: `…/2026/dump.ndjson`.
    static func ending(_ text: String, _ width: Int) -> String {
        guard columns(text) > width else { return text }
        var end = text[...]
        while !end.isEmpty, columns(String(end)) >= width { end.removeFirst() }
        return "…" + end
    }
}

/// The parts of documents that a residue has. One that was edited by hand must not make a document that is not JSON.
enum Fragment {
    /// Whether a text is one JSON value.
    static func isValue(_ text: Text) -> Bool { isScalar(text) || isJSON("", text, "") }

    /// Whether a text is a member with the comma and the gap before it, or after it.
    static func isRun(_ text: Text) -> Bool {
        if text.count > 0, text.start[0] == 0x2C {
            if text.count > 1, text.start[1] == 0x22, let name = name(text),
                text.start + text.count > name.start + name.count + 2
            {
                let colon = name.start + name.count + 1, value = colon + 1
                if colon[0] == 0x3A, isScalar(Text(value, text.start + text.count - value)) { return true }
            }
            return isJSON("{\"\":0", text, "}")
        }
        return isJSON("{", text, "\"\":0}")
    }

    /// Whether a text is the name of a member, with its quotes.
    static func isName(_ text: Text) -> Bool { text.count > 1 && text.start[0] == 0x22 && isValue(text) }

    /// The name of the member in a run, without its quotes; `nil` for names with escapes.
    static func name(_ run: Text) -> Text? {
        var start = 0
        while start < run.count, run.start[start] != 0x22 { start += 1 }
        var end = start + 1
        while end < run.count, run.start[end] != 0x22 {
            if run.start[end] == 0x5C || run.start[end] < 0x20 { return nil }
            end += 1
        }
        return end < run.count ? Text(run.start + start + 1, end - start - 1) : nil
    }

    /// Whether the member in a run is null.
    ///
    /// - Parameter name: the member's name, without its quotes.
    static func isNull(_ run: Text, name: Text) -> Bool {
        let end = run.start + run.count
        var value = name.start + name.count + 1
        while value < end, value[0] == 0x3A || value[0] <= 0x20 { value += 1 }
        // No other value begins like this.
        return value < end && value[0] == 0x6E
    }

    /// Whether a text certainly is a literal, an integer, or a string of ASCII without escapes.
    private static func isScalar(_ text: Text) -> Bool {
        guard text.count > 0 else { return false }
        switch text.start[0] {
        case 0x22:
            guard text.count > 1, text.start[text.count - 1] == 0x22 else { return false }
            for offset in 1..<(text.count - 1) {
                let byte = text.start[offset]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte > 0x7E { return false }
            }
            return true
        case 0x31...0x39:
            for offset in 1..<text.count where text.start[offset] &- 0x30 > 9 { return false }
            return true
        case 0x30: return text.count == 1
        case 0x74: return text.isEqual("true")
        case 0x66: return text.isEqual("false")
        case 0x6E: return text.isEqual("null")
        default: return false
        }
    }

    private static func isJSON(_ before: String, _ text: Text, _ after: String) -> Bool {
        (try? JSONScanner.index(Array(before.utf8) + text.array + Array(after.utf8), maximumDepth: .max)) != nil
    }
}

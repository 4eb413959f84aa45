/// The `<map>` of a SharedPreferences file. Every byte that is not edited is kept.
///
/// Worked example. Setting `PROFILE` to `{"a":1}` in
/// ```
/// <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
/// <map>
///     <string name="PROFILE_ID">p</string>
/// </map>
/// ```
/// adds the 51 bytes `\n    <string name="PROFILE">{&quot;a&quot;:1}</string>` after the last entry; removing it
/// deletes the same bytes. If a name repeats, Android reads the last entry.
struct PreferencesXML {
    /// An element of the map.
    struct Entry {
        /// The type of the value: `string`, `int`, `long`, `float`, `boolean`, `set` or `null`.
        let tag: String
        let name: String
        let element: Range<Int>
        /// The text between the tags; `nil` when there is only one tag.
        let content: Range<Int>?
    }

    /// The reason why a file is invalid, with the place: `LINE:COLUMN: reason`.
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    let bytes: [UInt8]
    private let entries: [Entry]
    /// The position for a new entry.
    private let end: Int

    init(_ bytes: [UInt8]) throws(Malformed) {
        var scanner = PreferencesScanner(bytes)
        try scanner.scan()
        self.bytes = bytes
        entries = scanner.entries
        end = scanner.end
    }

    /// The entry that Android reads; `nil` when there is none.
    func last(_ name: String) -> Entry? { entries.last { $0.name == name } }

    /// The number of texts with the name.
    func count(_ name: String) -> Int { entries.count { $0.name == name && $0.tag == "string" } }

    /// The text of an entry; `nil` when it contains half a surrogate pair, which is not allowed in a text.
    func text(_ entry: Entry) -> String? { XMLText.decode(bytes[entry.content ?? 0..<0]) }

    /// The part that Android reads: the tag, and the element's bytes without its white space.
    var values: [String: String] {
        entries.reduce(into: [:]) { values, entry in
            values[entry.name] =
                entry.tag == "string"
                ? "string " + (text(entry) ?? "")
                : String(decoding: bytes[entry.element].filter { $0 > 0x20 }, as: UTF8.self)
        }
    }

    /// The file with texts set, and with entries removed whose text is `nil`.
    func setting(_ texts: [(name: String, text: String?)]) -> [UInt8] {
        var edits: [(range: Range<Int>, bytes: [UInt8])] = [], added: [UInt8] = []
        for (name, text) in texts {
            let strings = entries.filter { $0.name == name && $0.tag == "string" }
            guard let text else {
                edits += strings.map { (withIndentation($0.element), []) }
                continue
            }
            if let last = strings.last, last.element == self.last(name)?.element {
                edits.append(
                    last.content.map { ($0, XMLText.encode(text)) } ?? (
                        last.element, PreferencesXML.element(name, text)
                    ))
            } else {
                added += Array("\n    ".utf8) + PreferencesXML.element(name, text)
            }
        }
        edits.append((end..<end, added))
        var out: [UInt8] = [], place = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            out += bytes[place..<edit.range.lowerBound] + edit.bytes
            place = edit.range.upperBound
        }
        return out + bytes[place...]
    }

    private static func element(_ name: String, _ text: String) -> [UInt8] {
        Array("<string name=\"".utf8) + XMLText.encode(name) + Array("\">".utf8) + XMLText.encode(text)
            + Array("</string>".utf8)
    }

    /// An element and the white space before it.
    private func withIndentation(_ element: Range<Int>) -> Range<Int> {
        var start = element.lowerBound
        while start > 0, XMLText.isSpace(bytes[start - 1]) { start -= 1 }
        return start..<element.upperBound
    }
}

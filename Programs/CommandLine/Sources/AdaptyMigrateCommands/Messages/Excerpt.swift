/// Quotes the place of an error.
///
/// Worked example, byte 7 of `{"a":1,}` in 20 columns:
///
/// ```
///   {"a":1,}
///          ^
/// ```
enum Excerpt {
    /// - Parameter offset: a byte of the record. A byte after the end means the end.
    static func lines(_ record: [UInt8], at offset: Int, columns: Int) -> [String] {
        let place = min(max(0, offset), record.count), room = max(20, columns - 4)
        let start = (record[..<place].lastIndex { $0 == 0x0A }).map { $0 + 1 } ?? 0,
            end = record[place...].firstIndex { $0 == 0x0A } ?? record.count
        // Two thirds of the width are before the place, because the text before an error is more informative.
        let from = max(start, place - room * 2 / 3), to = min(end, from + room)
        let before = (from > start ? "…" : "") + shown(record[from..<place]),
            after = shown(record[place..<max(place, to)]) + (to < end ? "…" : "")
        return ["  " + before + after, "  " + String(repeating: " ", count: Text.columns(before)) + "^"]
    }

    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        Terminal.printable(String(decoding: bytes, as: UTF8.self).map { $0 == "\t" ? " " : String($0) }.joined())
    }
}

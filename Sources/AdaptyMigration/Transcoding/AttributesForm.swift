/// The custom attributes of API v2 in the one form that the way back writes, and those of the other dialects.
///
/// Worked example, there and back:
///
/// ```
/// [{"key":"age","value":30},{"key":"city","value":"Oslo"}]
/// {"age":30,"city":"Oslo"}
/// ```
///
/// White space between them, another order of the two members and further ones need the general path.
struct AttributesForm {
    private let key = NameToken(raw: "{\"key\":"), value = NameToken(raw: ",\"value\":")

    func deallocate() {
        key.deallocate()
        value.deallocate()
    }

    /// Puts the object that a list stands for; the cursor stands at the list, and after it when done.
    func putObject(_ cursor: inout Cursor, depth: Int, _ out: inout ByteStore) throws(Detour) {
        out.put(0x7B)
        var isMore = enter(&cursor, closing: 0x5D)
        while isMore {
            // Each has one name in it.
            try cursor.step(over: key.bytes, quotes: 2)
            try copy(.string, &cursor, depth, &out)
            try cursor.step(over: value.bytes, quotes: 2)
            out.put(0x3A)
            try copy(nil, &cursor, depth, &out)
            try step(over: 0x7D, &cursor)
            isMore = try cursor.bareComma(closing: 0x5D, &out)
        }
        out.put(0x7D)
    }

    /// Puts the list that an object becomes; the cursor stands at the object, and after it when done.
    func putList(_ cursor: inout Cursor, depth: Int, _ out: inout ByteStore) throws(Detour) {
        out.put(0x5B)
        var isMore = enter(&cursor, closing: 0x7D)
        while isMore {
            out.put(key.bytes, 0, key.bytes.count)
            try copy(.string, &cursor, depth, &out)
            try step(over: 0x3A, &cursor)
            out.put(value.bytes, 0, value.bytes.count)
            try copy(nil, &cursor, depth, &out)
            out.put(0x7D)
            isMore = try cursor.bareComma(closing: 0x7D, &out)
        }
        out.put(0x5D)
    }

    // MARK: Pieces

    /// Steps over a bracket; whether anything is in it, or over both.
    private func enter(_ cursor: inout Cursor, closing: UInt8) -> Bool {
        let isEmpty = cursor.bytes[cursor.at &+ 1] == closing
        cursor.at &+= isEmpty ? 2 : 1
        return !isEmpty
    }

    private func step(over byte: UInt8, _ cursor: inout Cursor) throws(Detour) {
        guard cursor.bytes[cursor.at] == byte else { throw .general }
        cursor.at &+= 1
    }

    /// - Parameter wanted: the value's kind; `nil` for any.
    private func copy(_ wanted: JSONKind?, _ cursor: inout Cursor, _ depth: Int, _ out: inout ByteStore) throws(Detour) {
        let start = cursor.at
        if let wanted { guard try cursor.kind() == wanted else { throw .general } }
        try cursor.skip(depth)
        out.put(cursor.bytes, start, cursor.at)
    }
}

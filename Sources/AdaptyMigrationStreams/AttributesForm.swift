import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The custom attributes of API v2, in the one form that a downgrade writes, and the attributes of the other dialects.
///
/// Worked example, there and back:
///
/// ```
/// [{"key":"age","value":30},{"key":"city","value":"Oslo"}]
/// {"age":30,"city":"Oslo"}
/// ```
///
/// White space between attributes is kept. Other white space inside them, another order of the two members, and further
/// members need the general path.
struct AttributesForm {
    private let key: NameToken, value: NameToken, colon: NameToken, closing = NameToken(raw: "}")

    /// - Parameter spacing: the white space in each of them, which is that of the colon before them all.
    init(_ spacing: Spacing) {
        key = NameToken(raw: "{\"key\"" + spacing.colon)
        value = NameToken(raw: spacing.comma + "\"value\"" + spacing.colon)
        colon = NameToken(raw: spacing.colon)
    }

    func deallocate() {
        for token in [key, value, colon, closing] { token.deallocate() }
    }

    /// Puts the object that a list stands for; the cursor stands at the list, and after it when done.
    ///
    /// - Parameter seen: for the keys. One that occurs twice is for the general path.
    func putObject(
        _ cursor: inout Cursor, depth: Int, _ seen: inout KeySet, _ out: inout ByteStore
    ) throws(Detour) {
        seen.begin()
        out.put(0x7B)
        var isMore = enter(&cursor, closing: 0x5D, &out)
        while isMore {
            // Each has one name in it.
            try cursor.step(over: key.bytes, quotes: 2)
            try copyKey(&cursor, depth, &seen, &out)
            try cursor.step(over: value.bytes, quotes: 2)
            out.put(colon)
            try copy(nil, &cursor, depth, &out)
            try cursor.step(over: closing.bytes, quotes: 0)
            isMore = try isNext(&cursor, closing: 0x5D, &out)
        }
        out.put(0x7D)
    }

    /// Puts the list that an object becomes; the cursor stands at the object, and after it when done.
    ///
    /// - Parameter seen: for the keys. One that occurs twice is for the general path.
    func putList(
        _ cursor: inout Cursor, depth: Int, _ seen: inout KeySet, _ out: inout ByteStore
    ) throws(Detour) {
        seen.begin()
        out.put(0x5B)
        var isMore = enter(&cursor, closing: 0x7D, &out)
        while isMore {
            out.put(key)
            try copyKey(&cursor, depth, &seen, &out)
            try cursor.step(over: colon.bytes, quotes: 0)
            out.put(value)
            try copy(nil, &cursor, depth, &out)
            out.put(closing)
            isMore = try isNext(&cursor, closing: 0x7D, &out)
        }
        out.put(0x5D)
    }

    // MARK: Pieces

    /// Steps over a bracket; whether anything is in it, or over both. The white space between is put.
    private func enter(_ cursor: inout Cursor, closing: UInt8, _ out: inout ByteStore) -> Bool {
        let start = cursor.at &+ 1
        cursor.at = start
        cursor.skipSpace()
        out.put(cursor.bytes, start, cursor.at)
        if cursor.bytes[cursor.at] != closing { return true }
        cursor.at &+= 1
        return false
    }

    /// Whether another one follows; what stands between is put, and the bracket is not.
    private func isNext(_ cursor: inout Cursor, closing: UInt8, _ out: inout ByteStore) throws(Detour) -> Bool {
        let start = cursor.at, isMore = try cursor.comma(closing: closing)
        out.put(cursor.bytes, start, isMore ? cursor.at : cursor.at &- 1)
        return isMore
    }

    private func copyKey(
        _ cursor: inout Cursor, _ depth: Int, _ seen: inout KeySet, _ out: inout ByteStore
    ) throws(Detour) {
        let start = cursor.at
        try copy(.string, &cursor, depth, &out)
        let isNew =
            cursor.hasEscape(start, cursor.at)
            ? seen.insert(escaped: cursor.bytes.array(start..<cursor.at)[...])
            : seen.insert(cursor.bytes, start, cursor.at)
        guard isNew else { throw .general }
    }

    /// - Parameter wanted: the value's kind; `nil` for any.
    private func copy(_ wanted: JSONKind?, _ cursor: inout Cursor, _ depth: Int, _ out: inout ByteStore) throws(Detour)
    {
        let start = cursor.at
        if let wanted { guard try cursor.kind() == wanted else { throw .general } }
        try cursor.skip(depth)
        out.put(cursor.bytes, start, cursor.at)
    }
}

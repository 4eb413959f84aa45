/// The offer of API v2 in the one form that ``Offer`` writes, and the members that stand for it in the other dialects.
///
/// Worked example, there and back:
///
/// ```
/// "offer":{"category":"introductory","type":"free_trial","id":null}
/// "active_introductory_offer_type":"free_trial"
/// ```
///
/// An offer in another form, or one of which the members could not give it back, needs the general path.
struct OfferForm {
    private let introductory = NameToken(raw: "{\"category\":\"introductory\",\"type\":")
    private let promotional = NameToken(raw: "{\"category\":\"promotional\",\"type\":")
    private let id = NameToken(raw: ",\"id\":"), noID = NameToken(raw: ",\"id\":null}")
    private let parts = OfferForm.names(Offer.parts)

    private typealias Names = (introductoryType: NameToken, promotionalType: NameToken, promotionalID: NameToken)

    private static func names(_ parts: [String]) -> Names { (NameToken(parts[0]), NameToken(parts[1]), NameToken(parts[2])) }

    func deallocate() {
        for token in [introductory, promotional, id, noID, parts.introductoryType, parts.promotionalType, parts.promotionalID] { token.deallocate() }
    }

    /// An introductory offer has a type alone; of a promotional one the type or the id may be `null`.
    struct Said {
        var isIntroductory = false
        var type = Token(), id = Token()
    }

    // MARK: From API v2

    /// What the offer says at which the cursor stands; steps over it.
    func read(_ cursor: inout Cursor) throws(Detour) -> Said {
        var said = Said()
        said.isIntroductory = cursor.isAt(introductory.bytes)
        // Two names and a value between them, in quotes.
        try cursor.step(over: (said.isIntroductory ? introductory : promotional).bytes, quotes: 6)
        said.type = try text(&cursor)
        if said.isIntroductory {
            if isNull(said.type, cursor) { throw .general }
            try cursor.step(over: noID.bytes, quotes: 2)
            return said
        }
        try cursor.step(over: id.bytes, quotes: 2)
        said.id = try text(&cursor)
        guard cursor.bytes[cursor.at] == 0x7D, !isNull(said.type, cursor) || !isNull(said.id, cursor) else { throw .general }
        cursor.at &+= 1
        return said
    }

    func putMembers(_ said: Said, _ bytes: ByteView, _ out: inout ByteStore) {
        func member(_ name: NameToken, _ value: Token) {
            out.put(name.bytes, 0, name.bytes.count)
            out.put(0x3A)
            out.put(bytes, value.start, value.end)
        }
        if said.isIntroductory { return member(parts.introductoryType, said.type) }
        member(parts.promotionalType, said.type)
        out.put(0x2C)
        member(parts.promotionalID, said.id)
    }

    // MARK: To API v2

    /// What the members say at whose first value the cursor stands; steps over them. All that stand for one offer follow each other.
    ///
    /// - Parameter name: of the first one, with quotes.
    func read(_ name: ByteView, _ cursor: inout Cursor) throws(Detour) -> Said {
        var said = Said()
        said.isIntroductory = name.equals(parts.introductoryType.bytes)
        guard said.isIntroductory || name.equals(parts.promotionalType.bytes) else { throw .general }
        said.type = try text(&cursor)
        if said.isIntroductory {
            if isNull(said.type, cursor) { throw .general }
            return said
        }
        guard cursor.bytes[cursor.at] == 0x2C else { throw .general }
        cursor.at &+= 1
        try cursor.step(over: parts.promotionalID.bytes, quotes: 2)
        guard cursor.bytes[cursor.at] == 0x3A else { throw .general }
        cursor.at &+= 1
        said.id = try text(&cursor)
        if isNull(said.type, cursor), isNull(said.id, cursor) { throw .general }
        return said
    }

    func putOffer(_ said: Said, _ bytes: ByteView, _ out: inout ByteStore) {
        func put(_ token: NameToken) { out.put(token.bytes, 0, token.bytes.count) }
        put(said.isIntroductory ? introductory : promotional)
        out.put(bytes, said.type.start, said.type.end)
        if said.isIntroductory { return put(noID) }
        put(id)
        out.put(bytes, said.id.start, said.id.end)
        out.put(0x7D)
    }

    // MARK: Pieces

    /// A text or `null`.
    private func text(_ cursor: inout Cursor) throws(Detour) -> Token {
        let start = cursor.at, kind = try cursor.kind()
        guard kind == .string || kind == .null else { throw .general }
        try cursor.scalar(kind)
        return Token(start: start, end: cursor.at)
    }

    private func isNull(_ value: Token, _ cursor: Cursor) -> Bool { cursor.bytes[value.start] == 0x6E }
}

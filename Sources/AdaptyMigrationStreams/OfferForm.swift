import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The offer of API v2 in the forms that need only one pass, and the corresponding members in the other dialects.
///
/// Worked example, as ``Offer`` writes it, there and back:
///
/// ```
/// "offer":{"category":"introductory","type":"free_trial","id":null}
/// "active_introductory_offer_type":"free_trial"
/// ```
///
/// PostgreSQL's `jsonb` reverses the three members, which the residue records:
///
/// ```
/// "offer": {"id": null, "type": "free_trial", "category": "introductory"}
/// "active_introductory_offer_type": "free_trial"
/// {"in":{"offer":{"lay":[[["","id","\"id\": "],[", ","type","\"type\": "],[", ","category","\"category\": "]],""]}}}
/// ```
///
/// An offer in another form, or one that the members could not restore, needs the general path.
struct OfferForm {
    private let introductory: NameToken, promotional: NameToken, id: NameToken, noID: NameToken
    private let turnedStart: NameToken, turnedType: NameToken, turnedIntroductory: NameToken,
        turnedPromotional: NameToken
    private let introductoryType: NameToken, promotionalType: NameToken, promotionalID: NameToken
    let turned: NameToken

    /// - Parameter spacing: the white space in the offer and between its members, which is that of the colon before the
    ///   first value.
    init(_ spacing: Spacing) {
        func name(_ text: String) -> String { "\"\(text)\"\(spacing.colon)" }
        func start(_ category: String) -> NameToken {
            NameToken(raw: "{" + name("category") + "\"\(category)\"" + spacing.comma + name("type"))
        }
        func end(_ category: String) -> NameToken {
            NameToken(raw: spacing.comma + name("category") + "\"\(category)\"}")
        }
        introductory = start("introductory")
        promotional = start("promotional")
        id = NameToken(raw: spacing.comma + name("id"))
        noID = NameToken(raw: spacing.comma + name("id") + "null}")
        turnedStart = NameToken(raw: "{" + name("id"))
        turnedType = NameToken(raw: spacing.comma + name("type"))
        turnedIntroductory = end("introductory")
        turnedPromotional = end("promotional")
        introductoryType = NameToken(raw: name(Offer.parts[0]))
        promotionalType = NameToken(raw: name(Offer.parts[1]))
        promotionalID = NameToken(raw: spacing.comma + name(Offer.parts[2]))
        turned = OfferForm.turned(spacing)
    }

    /// What the residue says of an offer whose members are turned round.
    static func turned(_ spacing: Spacing) -> NameToken {
        let items = ["id", "type", "category"].enumerated().map { position, name in
            Delta.Layout.Item.base(
                gap: position == 0 ? [] : Array(spacing.comma.utf8), reference: name,
                name: Array("\"\(name)\"\(spacing.colon)".utf8))
        }
        return NameToken(raw: ResidueText.write(.object(.init(layout: .init(items)))))
    }

    func deallocate() {
        let tokens = [
            introductory, promotional, id, noID, turnedStart, turnedType, turnedIntroductory, turnedPromotional,
            introductoryType, promotionalType, promotionalID, turned,
        ]
        for token in tokens { token.deallocate() }
    }

    /// An introductory offer has a type alone; of a promotional one the type or the id may be `null`.
    struct Said {
        var isIntroductory = false
        /// Id, type and category stand in that order.
        var isTurned = false
        var type = Token(), id = Token()
    }

    // MARK: From API v2

    /// What the offer says at which the cursor stands; steps over it.
    func read(_ cursor: inout Cursor) throws(Detour) -> Said {
        if cursor.isAt(turnedStart.bytes) { return try readTurned(&cursor) }
        var said = Said()
        said.isIntroductory = cursor.isAt(introductory.bytes)
        // Two names and a value between them, in quotes.
        try cursor.step(over: (said.isIntroductory ? introductory : promotional).bytes, quotes: 6)
        said.type = try text(&cursor)
        if said.isIntroductory {
            guard isWhole(said, cursor) else { throw .general }
            try cursor.step(over: noID.bytes, quotes: 2)
            return said
        }
        try cursor.step(over: id.bytes, quotes: 2)
        said.id = try text(&cursor)
        guard cursor.bytes[cursor.at] == 0x7D, isWhole(said, cursor) else { throw .general }
        cursor.at &+= 1
        return said
    }

    private func readTurned(_ cursor: inout Cursor) throws(Detour) -> Said {
        var said = Said()
        said.isTurned = true
        try cursor.step(over: turnedStart.bytes, quotes: 2)
        said.id = try text(&cursor)
        try cursor.step(over: turnedType.bytes, quotes: 2)
        said.type = try text(&cursor)
        said.isIntroductory = cursor.isAt(turnedIntroductory.bytes)
        // A name and a value, in quotes.
        try cursor.step(over: (said.isIntroductory ? turnedIntroductory : turnedPromotional).bytes, quotes: 4)
        guard isWhole(said, cursor), !said.isIntroductory || isNull(said.id, cursor) else { throw .general }
        return said
    }

    func putMembers(_ said: Said, _ bytes: ByteView, _ out: inout ByteStore) {
        out.put(said.isIntroductory ? introductoryType : promotionalType)
        out.put(bytes, said.type.start, said.type.end)
        if said.isIntroductory { return }
        out.put(promotionalID)
        out.put(bytes, said.id.start, said.id.end)
    }

    // MARK: To API v2

    /// What the members say at whose first value the cursor stands; steps over them. All that stand for one offer
    /// follow each other.
    ///
    /// - Parameter start: of the first one, up to its value.
    func read(_ start: ByteView, _ cursor: inout Cursor) throws(Detour) -> Said {
        var said = Said()
        said.isIntroductory = start.equals(introductoryType.bytes)
        guard said.isIntroductory || start.equals(promotionalType.bytes) else { throw .general }
        said.type = try text(&cursor)
        if !said.isIntroductory {
            try cursor.step(over: promotionalID.bytes, quotes: 2)
            said.id = try text(&cursor)
        }
        guard isWhole(said, cursor) else { throw .general }
        return said
    }

    func putOffer(_ said: Said, _ bytes: ByteView, _ out: inout ByteStore) {
        if said.isTurned { return putTurned(said, bytes, &out) }
        out.put(said.isIntroductory ? introductory : promotional)
        out.put(bytes, said.type.start, said.type.end)
        if said.isIntroductory { return out.put(noID) }
        out.put(id)
        out.put(bytes, said.id.start, said.id.end)
        out.put(0x7D)
    }

    private func putTurned(_ said: Said, _ bytes: ByteView, _ out: inout ByteStore) {
        out.put(turnedStart)
        if said.isIntroductory { out.put("null") } else { out.put(bytes, said.id.start, said.id.end) }
        out.put(turnedType)
        out.put(bytes, said.type.start, said.type.end)
        out.put(said.isIntroductory ? turnedIntroductory : turnedPromotional)
    }

    // MARK: Pieces

    /// Whether the members give the offer back.
    private func isWhole(_ said: Said, _ cursor: Cursor) -> Bool {
        !isNull(said.type, cursor) || !said.isIntroductory && !isNull(said.id, cursor)
    }

    /// A text or `null`.
    private func text(_ cursor: inout Cursor) throws(Detour) -> Token {
        let start = cursor.at, kind = try cursor.kind()
        guard kind == .string || kind == .null else { throw .general }
        try cursor.scalar(kind)
        return Token(start: start, end: cursor.at)
    }

    private func isNull(_ value: Token, _ cursor: Cursor) -> Bool { cursor.bytes[value.start] == 0x6E }
}

/// An offer of API v2 in the form in which the way back writes it, see ``Offer``.
struct OfferShape {
    /// The names of the members that stand for an offer, in the order of ``Offer/parts``, with quotes.
    static let names = Offer.parts.map { Text(kept: JSONText.encode($0)) }
    static let name = Text(kept: JSONText.encode("offer")), id = Text(kept: JSONText.encode("id")),
        null = Text(kept: Array("null".utf8))

    let isIntroductory: Bool
    /// The nodes of its two values; 0 for none.
    let type: Int, id: Int

    /// `nil` for an offer of another form, or with other members.
    ///
    /// - Parameter colon: the one before the offer, with the white space after it: those inside are the same.
    init?(_ tape: Tape, _ node: Int, _ colon: Text) {
        guard tape.nodes[node].kind == .object else { return nil }
        var category = 0, type = 0, id = 0, name = node + 1, end = Int(tape.nodes[node].start) + 1
        while name < Int(tape.nodes[node].next) {
            let value = name + 1
            // Before the first member stands nothing, and before the others a comma.
            let space = Text(tape.bytes + end, Int(tape.nodes[name].start) - end)
            let isUsual =
                category == 0
                ? space.count == 0
                : space.count == colon.count && space.start[0] == 0x2C
                    && Text(space.start + 1, space.count - 1) == Text(colon.start + 1, colon.count - 1)
            let between = Text(
                tape.bytes + Int(tape.nodes[name].end),
                Int(tape.nodes[value].start) - Int(tape.nodes[name].end))
            guard isUsual, between == colon, !tape.nodes[value].kind.isContainer else { return nil }
            let text = tape.text(name)
            if category == 0, text.isEqual("\"category\"") {
                category = value
            } else if category > 0, type == 0, id == 0, text.isEqual("\"type\"") {
                type = value
            } else if category > 0, id == 0, text == OfferShape.id {
                id = value
            } else {
                return nil
            }
            end = Int(tape.nodes[value].end)
            name = Int(tape.nodes[value].next)
        }
        guard category > 0, end == Int(tape.nodes[node].end) - 1 else { return nil }
        self.init(tape.text(category), tape, type, id)
    }

    private init?(_ category: Text, _ tape: Tape, _ type: Int, _ id: Int) {
        (self.type, self.id) = (type, id)
        if category.isEqual("\"introductory\"") {
            isIntroductory = true
            guard type > 0, id > 0, tape.nodes[type].kind != .null, !tape.nodes[id].hasEscapes else { return nil }
        } else if category.isEqual("\"promotional\"") {
            isIntroductory = false
            // One that says nothing would be null.
            guard type > 0 || id > 0, type == 0 || tape.nodes[type].kind != .null,
                id == 0 || tape.nodes[id].kind != .null
            else { return nil }
        } else {
            return nil
        }
    }
}

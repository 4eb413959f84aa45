/// The second step: which of several members for one field stands.
extension RecordConversion {
    /// Decides about all pieces from a position on.
    ///
    /// - Throws: `conflicting-spellings` where two say different things and neither is weaker.
    mutating func resolve(_ first: Int, _ rules: UnsafePointer<TableRules>) throws(MigrationError) -> Members {
        var members = Members()
        for position in first..<pieces.count where pieces[position].isField && pieces[position].fate == .stands {
            guard let rule = pieces[position].rule else { continue }
            let isNull = tape.nodes[pieces[position].value].kind == .null, row = Int(rule.pointee.row)
            if members.seen & rule.pointee.bit != 0 {
                if rule.pointee.operation == .composite { continue }
                let rival = Int(winners[row]), isBetter = try prefers(pieces[position], to: pieces[rival])
                setAside(isBetter ? rival : position, for: pieces[isBetter ? position : rival])
                if !isBetter { continue }
                members.nulls &= ~rule.pointee.bit
            }
            members.seen |= rule.pointee.bit
            if isNull { members.nulls |= rule.pointee.bit }
            winners[row] = UInt32(position)
        }
        if refusesStrangers { refuse(first, rules) }
        return members
    }

    /// What only some versions for JavaScript have in profiles, and the others refuse: AdaptySDK-React-Native
    /// 2.9.6–3.1 and AdaptySDK-Capacitor 3.8.2-beta.
    private static let refused: Set = ["segment_hash", "is_test_user", "timestamp"]

    private mutating func refuse(_ first: Int, _ rules: UnsafePointer<TableRules>) {
        for position in first..<pieces.count where pieces[position].isField && pieces[position].fate == .stands {
            guard let rule = pieces[position].rule, rule.pointee.operation != .composite else { continue }
            if tape.kind(pieces[position].value) == .null {
                pieces[position].fate = .null
            } else if rules.pointee.id == .profile,
                RecordConversion.refused.contains(rules.pointee.rows[Int(rule.pointee.row)].id)
            {
                pieces[position].fate = .refused
            }
        }
    }

    /// Whether a later member for a field is used. Of duplicate names the last one is; two spellings must agree.
    private func prefers(_ second: Piece, to first: Piece) throws(MigrationError) -> Bool {
        let name = tape.nodes[Int(first.name)], other = tape.nodes[Int(second.name)]
        if first.holder == second.holder, name.number == other.number { return true }
        let areNull = (tape.nodes[first.value].kind == .null, tape.nodes[second.value].kind == .null)
        if areNull.0 != areNull.1 { return areNull.0 }
        guard let rule = first.rule, let otherRule = second.rule else { return true }
        let areWeak = (rule.pointee.isFallback, otherRule.pointee.isFallback)
        if areWeak.0 != areWeak.1 { return areWeak.0 }
        if areWeak.0 || saysTheSame(first.value, second.value) { return otherRule.pointee.rank < rule.pointee.rank }
        let index = tape.index, places = (index.pointer(first.value), index.pointer(second.value))
        throw MigrationError(
            .conflictingSpellings,
            "\(places.0) and \(places.1) are two spellings of one field with different values",
            remedy: "remove the wrong one", path: places.1, place: index.place(start(Int(second.name))))
    }

    /// Takes a member out of its field, for which another one stands. One that is the field only where there is no other
    /// is a member of its own beside it: a row's primary key `id` beside `profile_id`.
    private mutating func setAside(_ position: Int, for other: Piece) {
        let piece = pieces[position]
        if piece.rule?.pointee.isFallback == true, other.rule?.pointee.isFallback == false {
            pieces[position] = Piece(Int(piece.name), Int(piece.previous), nil, holder: Int(piece.holder))
        } else {
            pieces[position].fate = .outdone
        }
    }

    private func saysTheSame(_ a: Int, _ b: Int) -> Bool {
        if tape.text(a) == tape.text(b) { return true }
        let (first, second) = (tape.nodes[a], tape.nodes[b])
        if first.kind.isContainer, second.kind.isContainer {
            return JSONText.compact(tape.array(a)) == JSONText.compact(tape.array(b))
        }
        guard first.kind == .string, second.kind == .string, first.hasEscapes || second.hasEscapes else { return false }
        return ExactText(tape.string(a)) == ExactText(tape.string(b))
    }
}

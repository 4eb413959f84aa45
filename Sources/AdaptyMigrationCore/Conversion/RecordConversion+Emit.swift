/// The third step: the object, in the order of the source.
extension RecordConversion {
    mutating func emit(_ object: GatheredObject) throws(MigrationError) {
        let platforms = platforms(in: object)
        if object.pieces.isEmpty, !object.isInserted, object.added.isEmpty, platforms.isEmpty { return }
        var emission = Emission(object.node)
        if object.isInserted, let given = object.given { insert(given, &emission) }
        for position in object.pieces where pieces[position].holder == 0 {
            advance(to: Int(pieces[position].previous), &emission)
            try emit(position, of: object, &emission)
        }
        if !object.added.isEmpty { try append(of: object, &emission) }
        for name in platforms where !emission.holders.contains(where: { $0.array == JSONText.encode(name) }) {
            advanceToEnd(&emission)
            add(name, &emission)
            out.put("{}")
            link(.wrapped, [], [[name]])
        }
        finish(&emission)
    }

    /// The objects that the coders of AdaptySDK-JS-Core 3.17 always write, so that programs read
    /// `product.ios.promotionalOfferId` without a check.
    private func platforms(in object: GatheredObject) -> [String] {
        guard to.has(.javaScript), !from.has(.javaScript), !options.isWayBack else { return [] }
        switch object.rules.pointee.id {
        case .accessLevel: return ["android"]
        case .reference: return ["ios", "android"]
        default: return []
        }
    }

    private mutating func insert(_ given: Given, _ emission: inout Emission) {
        add(given.quotedName, &emission)
        out.put(tape.text(given.node))
        if given.isKey {
            link(.recoded, [], [[given.name]], given.row, "its key in the dictionary")
        } else {
            insertedID = given.node
            note(.renamed, given.node, target: given.name, "from the envelope's id")
            link(.renamed, [given.node], [[given.name]], given.row, "from the envelope's id")
        }
    }

    private mutating func emit(_ position: Int, of object: GatheredObject, _ emission: inout Emission)
        throws(MigrationError)
    {
        let piece = pieces[position], name = Int(piece.name)
        guard let rule = piece.rule else { return stranger(piece, of: object, &emission) }
        if rule.pointee.operation == .holder { return try holder(position, of: object, &emission) }
        if rule.pointee.operation == .composite { return composite(position, of: object, &emission) }
        if isLeftOut(piece, of: object) { return cut(name, &emission) }
        if rule.pointee.holder.count > 0 { return try moveIn(position, of: object, &emission) }
        begin(name, &emission)
        emission.last = piece.value
        try stay(piece, rule, of: object)
    }

    /// A member that is in no table.
    private mutating func stranger(_ piece: Piece, of object: GatheredObject, _ emission: inout Emission) {
        let name = Int(piece.name), tape = tape
        if piece.fate == .verbatim {
            say(.copied, piece.value, at: [[tape.string(name)]])
        } else if tape.isEmptyArray(piece.value), object.rules.pointee.writes(tape.string(name)) {
            say(.repaired, piece.value, at: [[tape.string(name)]], nil, "[] → {}")
            begin(name, &emission)
            emission.last = piece.value
            replace(piece.value, JSONText.emptyObject)
        } else if from.has(.javaScript), !to.has(.javaScript), isEmptyPlatform(piece) {
            stash(piece.value, "only JavaScript has an object for each platform")
            cut(name, &emission)
        } else if refusesStrangers {
            stash(piece.value, "the SDK for JavaScript refuses members that it does not know")
            cut(name, &emission)
        } else {
            say(.unknown, piece.value, at: [[tape.string(name)]], nil, "not in the table; kept verbatim")
        }
    }

    private func isEmptyPlatform(_ piece: Piece) -> Bool {
        KnownNames.platforms.contains(tape.nodes[Int(piece.name)].number) && tape.kind(piece.value) == .object
            && tape.names(piece.value).isEmpty
    }

    /// Whether a member has no place of its own in the target, which is told.
    mutating func isLeftOut(_ piece: Piece, of object: GatheredObject) -> Bool {
        guard let rule = piece.rule else { return false }
        let reason: String
        switch piece.fate {
        case .stands where rule.pointee.operation == .cut:
            reason = notes == nil ? "" : object.row(rule).note
        case .stands where rule.pointee.operation == .first && tape.isEmptyArray(piece.value):
            reason = "the list has no entry"
        case .stands, .verbatim, .anchor: return false
        case .written: return true
        case .outdone: reason = "another spelling of the same field was used"
        case .repeated: reason = "a later member of the same name was used"
        case .overruled: reason = "the envelope's id replaces it"
        case .misread: reason = "a part of a configuration that cannot be read"
        case .null: reason = "the SDK for JavaScript has no null"
        case .refused: reason = "most versions for JavaScript refuse it"
        }
        stash(piece.value, reason.isEmpty ? "the target has no such field" : reason, Int(rule.pointee.row))
        return true
    }

    /// A member that stays in its object, with its name and value as the target writes them.
    mutating func stay(_ piece: Piece, _ rule: UnsafePointer<MemberRule>, of object: GatheredObject)
        throws(MigrationError)
    {
        if rule.pointee.isRenamed { replace(Int(piece.name), rule.pointee.target) }
        try convert(piece, rule, of: object, isRenamed: rule.pointee.isRenamed)
    }

    /// A value that goes to another place than the bytes around it.
    mutating func putValue(_ piece: Piece, _ rule: UnsafePointer<MemberRule>, of object: GatheredObject)
        throws(MigrationError)
    {
        let before = copied, isMoved = (rule.pointee.holder.count > 0) != (piece.holder > 0)
        copied = start(piece.value)
        try convert(piece, rule, of: object, isRenamed: rule.pointee.isRenamed || isMoved)
        copy(to: end(piece.value))
        copied = before
        edits += 1
    }

    /// The value of a member, which is told.
    private mutating func convert(
        _ piece: Piece, _ rule: UnsafePointer<MemberRule>, of object: GatheredObject, isRenamed: Bool
    ) throws(MigrationError) {
        if let other = replacement(piece, rule, of: object) { return replace(piece.value, other) }
        let before = edits, unreadable = counts[.unreadable]
        // Of a value that cannot be read that is said, and no more.
        func isCopied() -> Bool { edits == before && counts[.unreadable] == unreadable }
        guard notes != nil else {
            try value(rule, piece.value)
            if isCopied() { counts.add(isRenamed ? .renamed : .copied) }
            return
        }
        let target = object.target(rule), row = Int(rule.pointee.row)
        notes?.trace?.enter(target)
        try value(rule, piece.value)
        notes?.trace?.leave(target)
        guard isCopied() else { return link(edits > before ? .recoded : .copied, [piece.value], [target], row) }
        let action: Ledger.Action = isRenamed ? .renamed : .copied
        note(action, piece.value, target: target.joined(separator: "/"))
        link(action, [piece.value], [target], row)
    }

    /// What is written in the place of a null that the target's decoder refuses, or of a key that is no text.
    private func replacement(_ piece: Piece, _ rule: UnsafePointer<MemberRule>, of object: GatheredObject) -> [UInt8]? {
        if tape.kind(piece.value) == .null, let added = object.added.first(where: { $0.row == Int(rule.pointee.row) }) {
            return added.value
        }
        guard let given = object.given, given.isKey, given.bit == rule.pointee.bit, tape.kind(piece.value) != .string
        else { return nil }
        return tape.array(given.node)
    }
}

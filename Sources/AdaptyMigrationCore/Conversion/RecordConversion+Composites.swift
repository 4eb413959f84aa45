/// Fields that are made of several members.
extension RecordConversion {
    /// One of the members of such a field. The first of them decides about all.
    mutating func composite(_ position: Int, of object: GatheredObject, _ emission: inout Emission) {
        if pieces[position].rule?.pointee.codec == .custom(.offer), !to.has(.offersInParts) {
            return expandOffer(position, of: object, &emission)
        }
        if pieces[position].fate == .stands { compose(position, of: object, &emission) }
        let piece = pieces[position], name = Int(piece.name)
        guard let rule = piece.rule else { return }
        switch piece.fate {
        case .verbatim: keep(piece, rule, of: object)
        case .anchor: write(piece, rule, &emission)
        default:
            _ = isLeftOut(piece, of: object)
            cut(name, &emission)
        }
    }

    /// Tells of a member that cannot be read.
    private mutating func keep(_ piece: Piece, _ rule: UnsafePointer<MemberRule>, of object: GatheredObject) {
        let tape = tape
        say(
            .unreadable, piece.value, at: [[tape.string(Int(piece.name))]], Int(rule.pointee.row),
            "not in a form that \(object.row(rule).id) can have; kept verbatim")
    }

    /// Works out what the members of a field become.
    private mutating func compose(_ position: Int, of object: GatheredObject, _ emission: inout Emission) {
        guard let rule = pieces[position].rule else { return }
        let all = (position..<object.pieces.upperBound).filter { pieces[$0].rule?.pointee.bit == rule.pointee.bit }
        let counted = all.count == 1 ? all : withoutRepeated(all)
        for position in counted { pieces[position].fate = .written }
        let names = counted.map { Int(pieces[$0].name) }
        guard let (written, stashed) = members(names, rule) else {
            let misread = RemoteConfig.misread(names, tape, from: from, to: to)
            let numbers = Set(misread.map { tape.nodes[$0].number })
            for position in all { pieces[position].fate = numbers.contains(number(position)) ? .misread : .verbatim }
            return
        }
        let isSame =
            all.count == 1 && written.count == 1 && tape.string(names[0]) == written[0].name
            && tape.array(names[0] + 1) == written[0].value
        let isRepair = names.count == 1 && tape.isEmptyArray(names[0] + 1)
        let action: Ledger.Action = isSame ? .copied : isRepair ? .repaired : .recoded
        for name in names where !stashed.contains(name) {
            note(
                action, name + 1, target: written.map(\.name).joined(separator: ", "),
                isSame ? "" : object.row(rule).note)
        }
        link(action, names.map { $0 + 1 }, written.map { [$0.name] }, Int(rule.pointee.row))
        if written.isEmpty { return }
        pieces[counted[0]].fate = .anchor
        emission.composed.append((rule.pointee.row, isSame ? [] : written))
    }

    /// Of duplicate names the last counts.
    private mutating func withoutRepeated(_ all: [Int]) -> [Int] {
        let last = Dictionary(all.map { (number($0), $0) }) { $1 }
        for position in all { pieces[position].fate = .repeated }
        return all.filter { last[number($0)] == $0 }
    }

    private func number(_ position: Int) -> UInt16 { tape.nodes[Int(pieces[position].name)].number }

    /// What the target has for the members, and the names of those that it has no place for; `nil` when they cannot be
    /// read.
    private mutating func members(_ names: [Int], _ rule: UnsafePointer<MemberRule>)
        -> (written: [(name: String, value: [UInt8])], stashed: [Int])?
    {
        guard rule.pointee.codec == .custom(.remoteConfig) else {
            let stashed = Offer.outdone(names, tape)
            for name in stashed { stash(name + 1, "of two offers the introductory one is held", Int(rule.pointee.row)) }
            return ([("offer", Offer.collect(names, tape, colon: tape.colon(before: names[0] + 1)))], stashed)
        }
        guard let source = RemoteConfig.read(names, tape) else { return nil }
        if to.isSDK1, let lang = RemoteConfig.lang(source), lang != "en" {
            note(.stashed, names[0] + 1, "SDK 1.x has no locale for the payload", below: "/lang")
        }
        let stashed = names.enumerated().filter {
            $0.offset != (source.winner ?? 0) && tape.string($0.element) != "locale"
        }
        .map(\.element)
        for name in stashed {
            let reason = "a second spelling of the remote config"
            stash(name + 1, source.hasOtherText ? reason + ", with a different value" : reason, Int(rule.pointee.row))
        }
        let written = RemoteConfig.write(source, to: to).filter { !refusesStrangers || $0.value != RemoteConfig.null }
        return (written, stashed)
    }

    /// The offer of API v2 as the members that its category stands for.
    private mutating func expandOffer(_ position: Int, of object: GatheredObject, _ emission: inout Emission) {
        let piece = pieces[position], name = Int(piece.name), value = piece.value, tape = tape, to = to
        guard let rule = piece.rule else { return }
        let row = Int(rule.pointee.row)
        // Of duplicate names the last counts.
        if (position + 1..<object.pieces.upperBound).contains(where: { pieces[$0].rule == rule }) {
            stash(value, "a later member of the same name was used", row)
            return cut(name, &emission)
        }
        guard let said = Offer.said(value, tape) else { return keep(piece, rule, of: object) }
        func names() -> [String] {
            [said.first, said.second].compactMap { $0.map { tape.string(Offer.name($0.part, in: to)) } }
        }
        if said.first == nil, tape.kind(value) == .object {
            stash(value, "no SDK says an offer of this category", row)
            return cut(name, &emission)
        }
        if let id = Offer.idWithoutPlace(value, tape) {
            note(.stashed, id, "no SDK has the id of an introductory offer")
        }
        note(.recoded, value, target: names().joined(separator: ", "), object.row(rule).note)
        link(.recoded, [value], names().map { [$0] }, row)
        guard let first = said.first else { return cut(name, &emission) }
        begin(name, &emission)
        emission.last = value
        replace(name, Offer.name(first.part, in: to))
        replace(value, tape.text(first.node))
        if let second = said.second {
            add(Offer.name(second.part, in: to), like: value, &emission)
            out.put(tape.text(second.node))
        }
    }

    /// The members in the place of the first one.
    private mutating func write(_ piece: Piece, _ rule: UnsafePointer<MemberRule>, _ emission: inout Emission) {
        let name = Int(piece.name)
        let written = emission.composed.first { $0.row == rule.pointee.row }?.members ?? []
        begin(name, &emission)
        emission.last = piece.value
        guard let first = written.first else { return }
        replace(name, JSONText.encode(first.name))
        replace(piece.value, first.value)
        for member in written.dropFirst() {
            add(member.name, like: piece.value, &emission)
            out.put(member.value)
        }
    }
}

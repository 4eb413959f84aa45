extension Delta {
    /// How far a delta goes into a document; what differs further down is replaced as a whole. Each level of the
    /// document is two of the residue, which must not make the upgraded record too deep to be read again; records
    /// themselves are a few levels deep.
    static let deepest = 64

    /// The delta from `base` to `target`; `nil` when they are the same bytes.
    package static func make(
        _ base: JSONIndex, _ b: Int, _ target: JSONIndex, _ t: Int, _ context: DeltaContext, level: Int = 0
    ) -> Delta? {
        if base.raw(b) == target.raw(t) { return nil }
        switch (base.kind(b), target.kind(t)) {
        case (.object, .object) where level < deepest:
            guard let object = object(base, b, target, t, context, level) else { break }
            return object.isEmpty ? nil : .object(object)
        case (.array, .array) where level < deepest:
            guard let array = array(base, b, target, t, context, level) else { break }
            return array.isEmpty ? nil : .array(array)
        default: break
        }
        return .replace(expected: Fingerprint.of(base, b), text: [UInt8](target.raw(t)))
    }

    // MARK: Objects

    /// Positions in `target` → positions in `base`: equal names first (of several the last with the last, and so on),
    /// then other spellings of the same row.
    private static func match(
        _ base: JSONIndex, _ bs: [JSONIndex.Member], _ target: JSONIndex, _ ts: [JSONIndex.Member],
        _ context: DeltaContext
    ) -> [Int?] {
        if let matches = inStep(base, bs, target, ts) { return matches }
        var positions: [ExactText: [Int]] = [:]
        for (b, member) in bs.enumerated() { positions[ExactText(base.name(member.name)), default: []].append(b) }
        var matches: [Int?] = Swift.Array(repeating: nil, count: ts.count)
        var taken: Set<Int> = []
        for t in ts.indices.reversed() {
            guard let b = positions[ExactText(target.name(ts[t].name))]?.popLast() else { continue }
            matches[t] = b
            taken.insert(b)
        }
        let rows = Dictionary(
            bs.indices.compactMap { b in taken.contains(b) ? nil : context.row(base, bs[b].name).map { ($0, b) } },
            uniquingKeysWith: { first, _ in first })
        for t in ts.indices.reversed() where matches[t] == nil {
            if let row = context.row(target, ts[t].name), let b = rows[row], taken.insert(b).inserted { matches[t] = b }
        }
        return matches
    }

    /// The same, where every name of `target` is another one and those of `base` are among them in the same order,
    /// spelled alike: the usual case. `nil` otherwise.
    private static func inStep(
        _ base: JSONIndex, _ bs: [JSONIndex.Member], _ target: JSONIndex, _ ts: [JSONIndex.Member]
    ) -> [Int?]? {
        var matches: [Int?] = [], b = 0
        matches.reserveCapacity(ts.count)
        for member in ts {
            let isNext = b < bs.count && base.raw(bs[b].name) == target.raw(member.name)
            matches.append(isNext ? b : nil)
            if isNext { b += 1 }
        }
        return b == bs.count && haveOtherNames(target, ts) ? matches : nil
    }

    /// Whether every member has a name of its own; `false` also where that is not plain.
    private static func haveOtherNames(_ index: JSONIndex, _ members: [JSONIndex.Member]) -> Bool {
        var hashes: [UInt64] = []
        hashes.reserveCapacity(members.count)
        for member in members {
            if index[member.name].hasEscapes { return false }
            hashes.append(Fingerprint.Hash(index.raw(member.name)).value)
        }
        hashes.sort()
        return zip(hashes, hashes.dropFirst()).allSatisfy { $0 != $1 }
    }

    /// The names that occur once in an object: only they can be spoken of.
    private static func unique(_ names: [ExactText]) -> Set<ExactText> {
        var once: Set<ExactText> = [], more: Set<ExactText> = []
        for name in names where !more.contains(name) && !once.insert(name).inserted {
            more.insert(name)
            once.remove(name)
        }
        return once
    }

    /// `nil` when a name would have to be spoken of that occurs twice.
    private static func object(
        _ base: JSONIndex, _ b: Int, _ target: JSONIndex, _ t: Int, _ context: DeltaContext, _ level: Int
    ) -> Object? {
        let bs = Swift.Array(base.members(b)), ts = Swift.Array(target.members(t))
        let matches = match(base, bs, target, ts, context)
        func name(_ position: Int) -> String { base.name(bs[position].name) }
        let once = haveOtherNames(base, bs) ? nil : unique(bs.indices.map { ExactText(name($0)) }),
            repeats = once.map { $0.count < bs.count } ?? false
        var delta = Object()
        var isMatched = [Bool](repeating: false, count: bs.count)
        for case let match? in matches { isMatched[match] = true }
        for (position, member) in bs.enumerated() where !isMatched[position] {
            delta.drops[name(position)] = Fingerprint.of(base, member.value)
        }
        for (position, match) in matches.enumerated() {
            guard let match else { continue }
            let member = ts[position]
            if base.raw(bs[match].name) != target.raw(member.name) {
                delta.names[name(match)] = [UInt8](target.raw(member.name))
            }
            if base.raw(bs[match].value) == target.raw(member.value) { continue }
            delta.inner[name(match)] = make(
                base, bs[match].value, target, member.value, context.child(target, member.name, member.value),
                level: level + 1)
        }
        let guards = matches.contains(nil) ? Guards(base, bs, target, ts, context) : nil
        if let cuts = cuts(base, b, bs, target, t, ts, matches, guards) {
            delta.cuts = cuts
        } else {
            if repeats { return nil }
            delta.layout = layout(base, bs, target, t, ts, matches, guards)
            delta.names = NamedList()
        }
        if repeats, let once {
            let spoken = delta.inner.names + delta.names.names + delta.drops.names + delta.cuts.compactMap(\.after)
            guard spoken.allSatisfy({ once.contains(ExactText($0)) }) else { return nil }
        }
        return delta
    }

    private struct Guards {
        private let base: JSONIndex
        private let target: JSONIndex
        private let context: DeltaContext
        /// The member of `base` that stands for each row.
        private var rivals: [Int: JSONIndex.Member] = [:]
        /// Where each name of `target` occurs last.
        private var last: [ExactText: Int] = [:]

        init(
            _ base: JSONIndex, _ bs: [JSONIndex.Member], _ target: JSONIndex, _ ts: [JSONIndex.Member],
            _ context: DeltaContext
        ) {
            self.base = base
            self.target = target
            self.context = context
            for member in bs.reversed() {
                if let row = context.row(base, member.name) { rivals[row] = member }
                for row in context.heldRows(base, member) { rivals[row] = member }
            }
            for member in ts { last[ExactText(target.name(member.name))] = member.name }
        }

        /// The member of `base` that an inserted member competes with. An earlier duplicate of a name competes with
        /// nothing: the last one counts. Of an offer it does: what it says would be said by members that are gone.
        func of(_ member: JSONIndex.Member) -> Guard? {
            guard let row = row(member), let rival = rivals[row],
                last[ExactText(target.name(member.name))] == member.name || context.isOffer(row)
            else { return nil }
            return Guard(name: base.name(rival.name), fingerprint: Fingerprint.of(base, rival.value))
        }

        /// The row that a member may say again; of an object that holds fields the first that `base` has.
        private func row(_ member: JSONIndex.Member) -> Int? {
            if let row = context.row(target, member.name) { return context.isLive(row) ? row : nil }
            return context.heldRows(target, member).filter { context.isLive($0) && rivals[$0] != nil }.min()
        }
    }

    /// The runs that are only in `target`; `nil` when order or white space need a layout.
    private static func cuts(
        _ base: JSONIndex, _ b: Int, _ bs: [JSONIndex.Member], _ target: JSONIndex, _ t: Int, _ ts: [JSONIndex.Member],
        _ matches: [Int?], _ guards: Guards?
    ) -> [Cut]? {
        let matched = matches.compactMap { $0 }
        guard !matched.isEmpty, zip(matched, matched.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
        let source = Gaps(base, b, bs), original = Gaps(target, t, ts)
        guard source[0] == original[0], source.tail == original.tail else { return nil }
        var cuts: [Cut] = []
        var anchor: String?
        var start: [(Int, [UInt8])] = []
        for (position, match) in matches.enumerated() {
            if let match {
                let gap = anchor == nil ? original[0] : match == 0 ? [0x2C] : source[match]
                if anchor != nil || start.isEmpty, original[position] != gap { return nil }
                guard base.colon(bs[match]) == target.colon(ts[position]) else { return nil }
                anchor = base.name(bs[match].name)
                continue
            }
            if let anchor {
                cuts.append(
                    Cut(
                        after: anchor, text: original[position] + target.text(ts[position]),
                        guarded: guards?.of(ts[position])))
            } else {
                start.append((position, target.text(ts[position]) + original[position + 1]))
            }
        }
        return start.map { Cut(after: nil, text: $0.1, guarded: guards?.of(ts[$0.0])) } + cuts
    }

    private static func layout(
        _ base: JSONIndex, _ bs: [JSONIndex.Member], _ target: JSONIndex, _ t: Int, _ ts: [JSONIndex.Member],
        _ matches: [Int?], _ guards: Guards?
    ) -> Layout {
        let gaps = Gaps(target, t, ts)
        var layout = Layout(tail: [UInt8](gaps.tail))
        for (position, match) in matches.enumerated() {
            let member = ts[position]
            if let match {
                layout.items.append(
                    .base(
                        gap: [UInt8](gaps[position]), reference: base.name(bs[match].name),
                        name: [UInt8](target.raw(member.name) + target.colon(member))))
            } else {
                layout.items.append(.text(gap: [UInt8](gaps[position]), target.text(member), guards?.of(member)))
            }
        }
        return layout
    }

    // MARK: Arrays

    private static func array(
        _ base: JSONIndex, _ b: Int, _ target: JSONIndex, _ t: Int, _ context: DeltaContext, _ level: Int
    ) -> Array? {
        let bs = base.elements(b), ts = target.elements(t)
        let inBase = context.references(base, b), identities = context.identities(target, t)
        let usesIdentity = identities != nil && !bs.isEmpty && inBase.allSatisfy { $0.utf8.first == 0x3D }
        let references = usesIdentity ? inBase : bs.indices.map(String.init)
        let wanted =
            usesIdentity ? single(identities ?? [], references, base, bs, target, ts) : ts.indices.map(String.init)
        let positions = Dictionary(
            uniqueKeysWithValues: references.enumerated().map { (ExactText($0.element), $0.offset) })
        let isSame = wanted.map(ExactText.init) == references.map(ExactText.init)
        var delta = Array(count: bs.count)
        let isWanted = Set(wanted.map(ExactText.init))
        for (position, element) in bs.enumerated() where !isWanted.contains(ExactText(references[position])) {
            delta.drops[references[position]] = Fingerprint.of(base, element)
        }
        for (position, element) in ts.enumerated() {
            guard let match = positions[ExactText(wanted[position])] else { continue }
            delta.inner[wanted[position]] = make(
                base, bs[match], target, element, context.element(target, element), level: level + 1)
        }
        if !usesIdentity, !delta.inner.isEmpty {
            for (position, element) in bs.enumerated() {
                delta.prints[references[position]] = Fingerprint.of(base, element)
            }
        }
        let gaps = Gaps(target, t, elements: ts)
        if isSame, Gaps(base, b, elements: bs) == gaps { return delta }
        var layout = Layout(tail: [UInt8](gaps.tail))
        for (position, element) in ts.enumerated() {
            if positions[ExactText(wanted[position])] != nil {
                // Without a reference the layout is white space alone, and the order is the document's.
                layout.items.append(
                    .base(gap: [UInt8](gaps[position]), reference: isSame ? "" : wanted[position], name: []))
            } else {
                let rival = identities.flatMap { positions[ExactText("=" + $0[position])] }
                layout.items.append(
                    .text(
                        gap: [UInt8](gaps[position]), [UInt8](target.raw(element)),
                        rival.map { Guard(name: references[$0], fingerprint: Fingerprint.of(base, bs[$0])) }))
            }
        }
        delta.layout = layout
        return delta
    }
}

extension Delta {
    /// The references of the original's elements. Of several with one identity (`server-v2` sends them) only the one
    /// that stands in `base` has it; the others are text.
    private static func single(
        _ identities: [String], _ references: [String], _ base: JSONIndex, _ bs: [Int], _ target: JSONIndex, _ ts: [Int]
    ) -> [String] {
        let places = Dictionary(
            references.enumerated().map { (ExactText($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
        var best: [ExactText: (position: Int, score: Int)] = [:]
        for (position, identity) in identities.enumerated() {
            let reference = ExactText("=" + identity)
            guard let match = places[reference] else { continue }
            let mine = Set(base.members(bs[match]).map { base.text($0) })
            let score = target.members(ts[position]).filter { mine.contains(target.text($0)) }.count
            if score >= best[reference]?.score ?? 0 { best[reference] = (position, score) }
        }
        return identities.enumerated().map { position, identity in
            let reference = "=" + identity
            return best[ExactText(reference)].map { $0.position == position } ?? true ? reference : "+\(position)"
        }
    }
}

extension JSONIndex {
    /// A member's name, colon and value.
    func text(_ member: Member) -> [UInt8] {
        [UInt8](bytes[Int(nodes[member.name].start)..<Int(nodes[member.value].end)])
    }

    /// The colon before a member's value, with the white space between them.
    func colon(before value: Int) -> ArraySlice<UInt8> {
        let end = Int(nodes[value].start)
        return bytes[(bytes[..<end].lastIndex(of: 0x3A) ?? end)..<end]
    }

    /// The bytes between a member's name and value.
    func colon(_ member: Member) -> ArraySlice<UInt8> {
        bytes[Int(nodes[member.name].end)..<Int(nodes[member.value].start)]
    }
}

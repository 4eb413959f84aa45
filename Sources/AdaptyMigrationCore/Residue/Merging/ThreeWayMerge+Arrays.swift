/// Edits of the elements of arrays.
extension ThreeWayMerge {
    /// A map that the original has as a list of keys and values; `nil` when it is none.
    mutating func map(_ o: Int, _ b: Int, _ t: Int, _ context: MergeContext) -> [UInt8]? {
        let os = ours.elements(o)
        guard let pairs = KeyedPair.all(ours, o), let form = pairs.first else {
            note(o)
            return nil
        }
        var texts: [(position: Int, text: [UInt8])] = [], known: Set<ExactText> = []
        for (position, pair) in pairs.enumerated() {
            let key = ours.text(pair.key) ?? ""
            known.insert(ExactText(key))
            guard let old = base.member(b, key), let new = theirs.member(t, key) else {
                note(os[position])
                continue
            }
            let inner = context.child(.name([]), ours, .init(name: pair.key, value: pair.value, holders: []))
            let parts = value(pair.value, old, new, inner).map { [(ours.range(pair.value), $0)] } ?? []
            let text = ours.replacing(parts, in: ours.range(os[position]))
            texts.append((position, text ?? Array(ours.raw(os[position]))))
        }
        let names = [form.key, form.value].map { ours.name($0 - 1) }
        for member in theirs.members(t) where known.insert(ExactText(theirs.name(member.name))).inserted {
            let values = [theirs.raw(member.name), theirs.raw(member.value)]
            texts.append((.max, JSONText.object(Array(zip(names, values)).map { ($0, $1) }, colon: [.colon])))
        }
        return write(texts, in: o, os)
    }

    mutating func array(_ o: Int, _ b: Int, _ t: Int, _ context: MergeContext) -> [UInt8] {
        let os = ours.elements(o), bs = base.elements(b), ts = theirs.elements(t)
        guard let places = context.places(ours, os, bs.count) else {
            note(o)
            return Array(theirs.raw(t))
        }
        let matches = matches(bs, ts, context), editor = editor
        defer { self.editor = editor }
        /// For each element of `base`, the one of `theirs`.
        var found: [Int?] = Array(repeating: nil, count: bs.count)
        for (position, match) in matches.enumerated() { if let match { found[match] = position } }
        var texts: [(position: Int, after: Int?, text: [UInt8])] = [], rivals: [Int] = []
        for (position, place) in places.enumerated() {
            let raw = Array(ours.raw(os[position]))
            guard let place else {
                texts.append((position, nil, raw))
                continue
            }
            guard let match = found[place.base] else {
                note(os[position])
                continue
            }
            if isUnedited(bs[place.base], ts[match]) {
                texts.append((position, match, raw))
            } else if place.stands {
                // Of another entry in its place nothing comes back.
                self.editor = isAnother(bs[place.base], ts[match], context) ? nil : editor
                let inner = context.element(ours, os[position])
                texts.append((position, match, value(os[position], bs[place.base], ts[match], inner) ?? raw))
            } else {
                rivals.append(position)
                texts.append((position, match, raw))
            }
        }
        remove(rivals, places, os, &texts, context)
        let order = texts.compactMap(\.after)
        if !context.isUnordered, zip(order, order.dropFirst()).contains(where: { $0 > $1 }) {
            let loose = texts.filter { $0.after == nil }, bound = texts.filter { $0.after != nil }
            texts =
                bound.enumerated().map { $0 }.sorted {
                    ($0.element.after ?? 0, $0.offset) < ($1.element.after ?? 0, $1.offset)
                }
                .map(\.element) + loose
        }
        // What is new comes behind what it stands behind.
        for (position, match) in matches.enumerated() where match == nil {
            let place = texts.lastIndex { ($0.after ?? -1) == position - 1 }.map { $0 + 1 }
            let text = (position: Int.max, after: Optional(position), text: Array(theirs.raw(ts[position])))
            texts.insert(text, at: position == 0 ? 0 : place ?? texts.count)
        }
        return write(texts.map { ($0.position, $0.text) }, in: o, os)
    }

    /// Of several elements with one key one was edited. The others stay, unless another one would stand then.
    private mutating func remove(
        _ rivals: [Int], _ places: [(base: Int, stands: Bool)?], _ os: [Int],
        _ texts: inout [(position: Int, after: Int?, text: [UInt8])], _ context: MergeContext
    ) {
        for base in Set(rivals.compactMap { places[$0]?.base }) {
            let group = texts.filter { places[$0.position]?.base == base }
            guard let standing = group.firstIndex(where: { places[$0.position]?.stands ?? false }) else { continue }
            if context.stands(standing, group.map(\.text), ours, os[group[standing].position]) { continue }
            for position in rivals where places[position]?.base == base { note(os[position]) }
            texts.removeAll { places[$0.position]?.base == base && rivals.contains($0.position) }
        }
    }

    /// Elements in the place of those of the original, with the gaps that they had.
    private func write(_ texts: [(position: Int, text: [UInt8])], in o: Int, _ os: [Int]) -> [UInt8] {
        var end = ours.range(o).lowerBound + 1, gaps: [ArraySlice<UInt8>] = [], out: [UInt8] = [.openBracket]
        for element in os {
            gaps.append(ours.bytes[end..<ours.range(element).lowerBound])
            end = ours.range(element).upperBound
        }
        for (number, (position, text)) in texts.enumerated() {
            // What is new, or was the first one, has the usual gap.
            let usual = gaps.count > 1 ? gaps[1] : [.comma], own = gaps.indices.dropFirst().contains(position)
            out += number == 0 ? gaps.first ?? [] : own ? gaps[position] : usual
            out += text
        }
        return out + ours.bytes[end..<ours.range(o).upperBound]
    }

    /// Whether two elements say that they are different ones.
    private func isAnother(_ b: Int, _ t: Int, _ context: MergeContext) -> Bool {
        guard let before = context.identities(base, [b]), let after = context.identities(theirs, [t]) else {
            return false
        }
        return before != after
    }

    /// For each element of `theirs` the one of `base` that it was: by identity, else by what it says; the last one left
    /// on both sides is the one that was edited.
    private func matches(_ bs: [Int], _ ts: [Int], _ context: MergeContext) -> [Int?] {
        var matches: [Int?] = Array(repeating: nil, count: ts.count)
        if let before = context.identities(base, bs), let after = context.identities(theirs, ts) {
            let positions = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($0.element, $0.offset) })
            for (position, identity) in after.enumerated() { matches[position] = positions[identity] }
        } else {
            let before = bs.map { Fingerprint.canonical(base, $0, .program) },
                after = ts.map { Fingerprint.canonical(theirs, $0, .program) }
            var left = Set(bs.indices)
            for position in ts.indices where position < bs.count && before[position] == after[position] {
                matches[position] = position
                left.remove(position)
            }
            var places = Dictionary(grouping: left.sorted(by: >)) { before[$0] }
            for position in ts.indices where matches[position] == nil {
                guard let same = places[after[position]]?.popLast() else { continue }
                matches[position] = same
                left.remove(same)
            }
            if bs.count == ts.count {
                for position in ts.indices where matches[position] == nil && left.remove(position) != nil {
                    matches[position] = position
                }
            }
        }
        let known = Set(matches.compactMap { $0 }), left = bs.indices.filter { !known.contains($0) },
            strangers = ts.indices.filter { matches[$0] == nil }
        if bs.count == ts.count, left.count == 1, strangers.count == 1 { matches[strangers[0]] = left[0] }
        return matches
    }
}

/// Puts a delta back onto what the way back made of a document.
package struct DeltaApplier {
    let base: JSONIndex
    /// The step that is taken back: what the document upgraded by it holds.
    let plan: Plan
    /// What did not fit any more, as JSON pointers into the result of the way back.
    private(set) var stale: [String] = []

    package init(_ base: JSONIndex, _ plan: Plan) {
        self.base = base
        self.plan = plan
    }

    package mutating func apply(_ delta: Delta?, _ node: Int, _ context: DeltaContext) -> [UInt8] {
        switch delta {
        case nil: return [UInt8](base.raw(node))
        case .replace(let expected, let text):
            if Fingerprint.of(base, node) == expected { return text }
            stale.append(base.pointer(node))
            return [UInt8](base.raw(node))
        case .object(let object):
            guard base.kind(node) == .object else { return mismatch(node) }
            let text = apply(object, node, context)
            // Of an offer that became another one nothing fits any more.
            if case .offer = context, !Offer.isSame(text, base.raw(node)) { return mismatch(node) }
            return text
        case .array(let array):
            guard base.kind(node) == .array else { return mismatch(node) }
            return apply(array, node, context)
        }
    }

    private mutating func mismatch(_ node: Int) -> [UInt8] {
        stale.append(base.pointer(node))
        return [UInt8](base.raw(node))
    }

    /// A run without the gaps at its ends, for a place that is not the one it was cut from.
    private static func bare(_ run: [UInt8]) -> [UInt8] {
        let isGap: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains($0) }
        let start = run.drop(while: isGap)
        return start.lastIndex { !isGap($0) }.map { Array(start[...$0]) } ?? []
    }

    /// The name of the member that a run holds; `nil` where it is damaged.
    private static func name(of run: [UInt8]) -> String? {
        guard let start = run.firstIndex(of: 0x22) else { return nil }
        var end = start + 1, hasEscapes = false
        while end < run.count, run[end] != 0x22 {
            if run[end] == 0x5C { hasEscapes = true }
            end += run[end] == 0x5C ? 2 : 1
        }
        guard end < run.count else { return nil }
        let token = run[start...end]
        if hasEscapes { return (try? JSONScanner.index(Array(token))).flatMap { $0.text(0) } }
        return JSONText.decode(token, hasEscapes: false)
    }

    /// The cuts, those of one name in the order in which the original has them: the last of them is the one that counts,
    /// wherever the members that they follow stand now.
    ///
    /// - Parameter position: where a cut goes, as the number of the member that it follows.
    private static func inOrder(_ cuts: [Delta.Cut], _ position: (Delta.Cut) -> Int) -> [Delta.Cut] {
        guard cuts.count > 1, !zip(cuts, cuts.dropFirst()).allSatisfy({ position($0) <= position($1) }) else {
            return cuts
        }
        var cuts = cuts, counting: [ExactText: Delta.Cut] = [:]
        for number in cuts.indices.reversed() {
            guard let name = name(of: cuts[number].text).map(ExactText.init) else { continue }
            if let later = counting[name], position(later) < position(cuts[number]) {
                let run = bare(cuts[number].text)
                cuts[number] = Delta.Cut(
                    after: later.after, text: later.after == nil ? run + [0x2C] : [0x2C] + run,
                    guarded: cuts[number].guarded)
            }
            counting[name] = cuts[number]
        }
        return cuts
    }

    private mutating func isGone(_ drops: NamedList<String>, _ reference: String, _ node: Int) -> Bool {
        guard let fingerprint = drops[reference] else { return false }
        return Fingerprint.of(base, node) == fingerprint
    }

    /// Whether a value was edited since: then its old name does not fit it either.
    private func isStale(_ delta: Delta?, _ node: Int) -> Bool {
        guard case .replace(let expected, _)? = delta else { return false }
        return Fingerprint.of(base, node) != expected
    }

    /// - Parameter rival: finds the value that a guard names.
    private mutating func holds(_ guarded: Delta.Guard?, _ rival: (ExactText) -> Int?, _ node: Int) -> Bool {
        guard let guarded else { return true }
        if let rival = rival(ExactText(guarded.name)), Fingerprint.of(base, rival) == guarded.fingerprint {
            return true
        }
        stale.append(base.pointer(node) + "/" + JSONText.pointer(guarded.name))
        return false
    }

    /// Whether a run that was cut may go back where the writing has come to.
    ///
    /// - Parameters:
    ///   - rest: the members that follow.
    ///   - counted: the fields whose last member is back already.
    private mutating func fits(
        _ run: [UInt8], _ guarded: Delta.Guard?, _ members: [ExactText: JSONIndex.Member],
        before rest: ArraySlice<JSONIndex.Member>, _ counted: inout Set<Int>,
        _ context: DeltaContext, _ node: Int
    ) -> Bool {
        guard holds(guarded, { members[$0]?.value }, node) else { return false }
        guard case .record(let table, _) = context, let name = DeltaApplier.name(of: run),
            let row = context.row(named: name)
        else { return true }
        if guarded != nil {
            counted.insert(row)
            return true
        }
        if context.isOffer(row)
            ? standsAlone(row, context, node)
            : plan[table].targets[row] == nil || !counted.contains(row) && comesBefore(row, rest, context)
        {
            return true
        }
        stale.append(base.pointer(node) + "/" + JSONText.pointer(name))
        return false
    }

    /// An earlier duplicate of a field goes back only before the one that counts: elsewhere it would count itself.
    /// Every other run may stand anywhere.
    private func comesBefore(_ row: Int, _ rest: ArraySlice<JSONIndex.Member>, _ context: DeltaContext) -> Bool {
        rest.contains { context.row(base, $0.name) == row || context.heldRows(base, $0).contains(row) }
    }

    /// An offer that said nothing stands where there is none.
    private func standsAlone(_ row: Int, _ context: DeltaContext, _ node: Int) -> Bool {
        !base.members(node).contains { context.row(base, $0.name) == row }
    }

    private mutating func apply(_ delta: Delta.Object, _ node: Int, _ context: DeltaContext) -> [UInt8] {
        let members = Array(base.members(node))
        let byName = Dictionary(
            members.map { (ExactText(base.name($0.name)), $0) }, uniquingKeysWith: { _, last in last })
        for name in delta.inner.names where byName[ExactText(name)] == nil {
            stale.append(base.pointer(node) + "/" + JSONText.pointer(name))
        }
        func value(_ member: JSONIndex.Member, _ name: String) -> [UInt8] {
            guard let inner = delta.inner[name] else { return [UInt8](base.raw(member.value)) }
            return apply(inner, member.value, context.child(base, member.name, member.value))
        }
        /// A member under its old name. An edited value may not fit that name: it is converted to it, or keeps the new
        /// one.
        func text(_ member: JSONIndex.Member, _ name: String, _ old: ArraySlice<UInt8>, _ colon: ArraySlice<UInt8>)
            -> [UInt8]
        {
            let isEdited =
                delta.inner[name] == nil
                ? RemoteConfig.isEdited(member, base, under: old) : isStale(delta.inner[name], member.value)
            guard isEdited else { return old + colon + value(member, name) }
            if let payload = RemoteConfig.payload(member, base, under: old) { return old + colon + payload }
            return [UInt8](base.raw(member.name)) + base.colon(member) + value(member, name)
        }
        let gaps = Gaps(base, node, members)
        var writer = GapWriter(open: 0x7B), counted: Set<Int> = []
        if let layout = delta.layout {
            var written: Set<ExactText> = []
            for item in layout.items {
                switch item {
                case .base(let gap, let reference, let name):
                    guard let member = byName[ExactText(reference)] else { continue }
                    written.insert(ExactText(reference))
                    let end = name.lastIndex(of: 0x22).map { $0 + 1 } ?? 0
                    writer.add(gap[...], text(member, reference, name[..<end], name[end...]))
                case .text(let gap, let text, let guarded):
                    if fits(text, guarded, byName, before: members[...], &counted, context, node) {
                        writer.add(gap[...], text)
                    }
                }
            }
            for member in members {
                let name = base.name(member.name)
                if written.contains(ExactText(name)) || isGone(delta.drops, name, member.value) { continue }
                writer.add([0x2C], base.text(member))
            }
            return writer.close(layout.tail[...], 0x7D)
        }
        let kept = members.enumerated().filter { !isGone(delta.drops, base.name($0.element.name), $0.element.value) }
        let positions = Dictionary(
            kept.enumerated().map { (ExactText(base.name($0.element.element.name)), $0.offset) },
            uniquingKeysWith: { _, last in last })
        let cuts = DeltaApplier.inOrder(delta.cuts) { cut in cut.after.map { positions[ExactText($0)] ?? .max } ?? -1 }
        // Runs cut before the first member end with the gap to it.
        let starts = cuts.filter {
            $0.after == nil && fits($0.text, $0.guarded, byName, before: members[...], &counted, context, node)
        }
        let opening = gaps[0] + starts.flatMap(\.text)
        if kept.isEmpty { for cut in starts { writer.add([0x2C], DeltaApplier.bare(cut.text)) } }
        let anchored = Dictionary(grouping: cuts.filter { $0.after != nil }, by: { ExactText($0.after ?? "") })
        for (position, (ordinal, member)) in kept.enumerated() {
            let name = base.name(member.name)
            let written = text(
                member, name, (delta.names[name] ?? [UInt8](base.raw(member.name)))[...], base.colon(member))
            if position == 0 {
                writer.putFirst(opening + written)
            } else {
                writer.add(ordinal == 0 ? [0x2C] : gaps[ordinal], written)
            }
            for cut in anchored[ExactText(name)] ?? []
            where fits(cut.text, cut.guarded, byName, before: members[(ordinal + 1)...], &counted, context, node) {
                writer.putBack(cut.text)
            }
        }
        for cut in cuts
        where cut.after.map({ positions[ExactText($0)] == nil }) ?? false
            && fits(cut.text, cut.guarded, byName, before: [], &counted, context, node)
        {
            writer.add([0x2C], DeltaApplier.bare(cut.text))
        }
        return writer.close(gaps.tail, 0x7D)
    }

    /// References with an edited identity given its old one, where only one element can have been edited.
    private mutating func reunited(_ references: [String], _ delta: Delta.Array, _ node: Int) -> [String] {
        let known = delta.references, isKnown = Set(known.map(ExactText.init)),
            isThere = Set(references.map(ExactText.init))
        let missing = known.filter { !isThere.contains(ExactText($0)) }
        let strangers = references.indices.filter { !isKnown.contains(ExactText(references[$0])) }
        guard references.count == delta.count, missing.count == 1, strangers.count == 1 else {
            for _ in missing { stale.append(base.pointer(node)) }
            return references
        }
        var references = references
        references[strangers[0]] = missing[0]
        return references
    }

    /// The references of elements without identity: by what they were, wherever they stand now, and the one that is
    /// left for the one that was edited. Elements that came or cannot be told apart have none.
    private mutating func placed(_ elements: [Int], _ delta: Delta.Array, _ node: Int) -> [String] {
        let prints = elements.map { Fingerprint.of(base, $0) }
        var references: [String?] = elements.indices.map { delta.prints[String($0)] == prints[$0] ? String($0) : nil }
        var left = delta.prints.names.filter { !references.contains($0) }
        for position in elements.indices where references[position] == nil {
            guard let found = left.firstIndex(where: { delta.prints[$0] == prints[position] }) else { continue }
            references[position] = left.remove(at: found)
        }
        let strangers = references.indices.filter { references[$0] == nil }
        if elements.count == delta.count, left.count == 1, strangers.count == 1 {
            references[strangers[0]] = left.removeFirst()
        }
        for name in left where delta.inner[name] != nil { stale.append(base.pointer(node) + "/" + name) }
        return references.enumerated().map { $0.element ?? "+\($0.offset)" }
    }

    private mutating func apply(_ delta: Delta.Array, _ node: Int, _ context: DeltaContext) -> [UInt8] {
        let elements = base.elements(node)
        let references: [String]
        if delta.usesIdentity {
            references = reunited(context.references(base, node), delta, node)
        } else if !delta.prints.isEmpty {
            references = placed(elements, delta, node)
        } else {
            guard elements.count == delta.count else { return mismatch(node) }
            references = elements.indices.map(String.init)
        }
        let byReference = Dictionary(
            zip(references.map(ExactText.init), elements), uniquingKeysWith: { first, _ in first })
        let gaps = Gaps(base, node, elements: elements)
        var writer = GapWriter(open: 0x5B)
        guard let layout = delta.layout else {
            for (position, element) in elements.enumerated() {
                writer.add(
                    gaps[position], apply(delta.inner[references[position]], element, context.element(base, element)))
            }
            return writer.close(gaps.tail, 0x5D)
        }
        let gapsOnly = layout.items.compactMap { if case .base(let gap, "", _) = $0 { gap } else { nil } }
        if gapsOnly.count == layout.items.count {
            for (position, element) in elements.enumerated() {
                writer.add(
                    position < gapsOnly.count ? gapsOnly[position][...] : [0x2C],
                    apply(delta.inner[references[position]], element, context.element(base, element)))
            }
            return writer.close(layout.tail[...], 0x5D)
        }
        var written: Set<ExactText> = []
        for item in layout.items {
            switch item {
            case .base(let gap, let reference, _):
                guard let element = byReference[ExactText(reference)] else { continue }
                written.insert(ExactText(reference))
                writer.add(gap[...], apply(delta.inner[reference], element, context.element(base, element)))
            case .text(let gap, let text, let guarded):
                if holds(guarded, { byReference[$0] }, node) { writer.add(gap[...], text) }
            }
        }
        for (position, element) in elements.enumerated()
        where !written.contains(ExactText(references[position])) && !isGone(delta.drops, references[position], element)
        {
            writer.add([0x2C], [UInt8](base.raw(element)))
        }
        return writer.close(layout.tail[...], 0x5D)
    }
}

extension Delta.Array {
    /// The elements of `base` that the delta speaks of.
    var references: [String] {
        let laidOut = (layout?.items ?? []).compactMap { item in
            if case .base(_, let reference, _) = item, !reference.isEmpty { reference } else { nil }
        }
        return Set((laidOut + inner.names).map(ExactText.init)).map(\.text).sorted()
    }

    /// Whether references are identities (`=id`) and not positions.
    var usesIdentity: Bool {
        if let layout {
            for case .base(_, let reference, _) in layout.items where !reference.isEmpty {
                return reference.utf8.first == 0x3D
            }
        }
        return (inner.names.first ?? drops.names.first)?.utf8.first == 0x3D
    }
}

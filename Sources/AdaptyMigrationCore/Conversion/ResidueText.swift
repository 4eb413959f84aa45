/// ``Delta`` as JSON and back.
///
/// ```
/// replace  ["expected","text"]
/// object   {"in":{name:delta},"cut":[[after|null,text,guard?,fingerprint?]],"as":{name:token},
///           "drop":{name:fingerprint},"lay":[items,tail]}
/// array    {"n":count,"in":{reference:delta},"is":{position:fingerprint},"drop":{…},"lay":[items,tail]}
/// item     [gap,reference,token]  or  [gap,null,text,guard?,fingerprint?]
/// ```
package enum ResidueText {
    package static func write(_ delta: Delta) -> [UInt8] {
        switch delta {
        case .replace(let expected, let text): return array([JSONText.encode(expected), JSONText.encode(text[...])])
        case .object(let object):
            var members: [[UInt8]] = []
            if !object.inner.isEmpty { members.append(JSONText.member("in", inner(object.inner))) }
            if !object.cuts.isEmpty {
                members.append(
                    JSONText.member(
                        "cut",
                        array(
                            object.cuts.map { cut in
                                array(
                                    [cut.after.map(JSONText.encode) ?? null, JSONText.encode(cut.text[...])]
                                        + guarded(cut.guarded))
                            })))
            }
            if !object.names.isEmpty {
                members.append(JSONText.member("as", self.object(object.names) { JSONText.encode($0[...]) }))
            }
            if !object.drops.isEmpty {
                members.append(JSONText.member("drop", self.self.object(object.drops, JSONText.encode)))
            }
            if let layout = object.layout { members.append(JSONText.member("lay", write(layout))) }
            return braces(members)
        case .array(let list):
            var members = [JSONText.member("n", Array(String(list.count).utf8))]
            if !list.inner.isEmpty { members.append(JSONText.member("in", inner(list.inner))) }
            if !list.prints.isEmpty { members.append(JSONText.member("is", object(list.prints, JSONText.encode))) }
            if !list.drops.isEmpty { members.append(JSONText.member("drop", object(list.drops, JSONText.encode))) }
            if let layout = list.layout { members.append(JSONText.member("lay", write(layout))) }
            return braces(members)
        }
    }

    static func array(_ items: [[UInt8]]) -> [UInt8] { [0x5B] + Array(items.joined(separator: [0x2C])) + [0x5D] }

    private static let null = Array("null".utf8)

    private static func braces(_ members: [[UInt8]]) -> [UInt8] {
        [0x7B] + Array(members.joined(separator: [0x2C])) + [0x7D]
    }

    private static func object<Value>(_ members: NamedList<Value>, _ write: (Value) -> [UInt8]) -> [UInt8] {
        braces(members.map { JSONText.member($0, write($1)) })
    }

    private static func inner(_ inner: NamedList<Delta>) -> [UInt8] { object(inner, write) }

    private static func guarded(_ guarded: Delta.Guard?) -> [[UInt8]] {
        guarded.map { [JSONText.encode($0.name), JSONText.encode($0.fingerprint)] } ?? []
    }

    private static func write(_ layout: Delta.Layout) -> [UInt8] {
        let items = layout.items.map { item in
            switch item {
            case .base(let gap, let reference, let name):
                array([JSONText.encode(gap[...]), JSONText.encode(reference), JSONText.encode(name[...])])
            case .text(let gap, let text, let guarded):
                array([JSONText.encode(gap[...]), null, JSONText.encode(text[...])] + self.guarded(guarded))
            }
        }
        return array([array(items), JSONText.encode(layout.tail[...])])
    }

    // MARK: Reading; nil means damaged

    static func read(_ index: JSONIndex, _ node: Int, level: Int = 0) -> Delta? {
        guard level <= Delta.deepest else { return nil }
        if index.kind(node) == .array {
            let parts = index.elements(node).compactMap { index.text($0) }
            return parts.count == 2 && isFragment(parts[1], .replace)
                ? .replace(expected: parts[0], text: Array(parts[1].utf8)) : nil
        }
        guard index.kind(node) == .object, let inner = readInner(index, node, level),
            let drops = texts(index, node, "drop")
        else { return nil }
        var layout: Delta.Layout?
        if let node = index.member(node, "lay") {
            guard let read = readLayout(index, node) else { return nil }
            layout = read
        }
        if let count = index.member(node, "n") {
            guard let count = Int(String(decoding: index.raw(count), as: UTF8.self)) else { return nil }
            guard let prints = texts(index, node, "is") else { return nil }
            return .array(.init(inner: inner, layout: layout, count: count, prints: prints, drops: drops))
        }
        guard let names = texts(index, node, "as") else { return nil }
        var object = Delta.Object(inner: inner, drops: drops, layout: layout)
        for name in names.names { object.names[name] = names[name].map { Array($0.utf8) } }
        for cut in index.member(node, "cut").map(index.elements) ?? [] {
            let parts = index.elements(cut)
            guard parts.count == 2 || parts.count == 4, let text = index.text(parts[1]),
                index.kind(parts[0]) == .null || index.kind(parts[0]) == .string
            else { return nil }
            let after = index.text(parts[0])
            guard isFragment(text, after == nil ? .before : .after) else { return nil }
            object.cuts.append(.init(after: after, text: Array(text.utf8), guarded: readGuard(index, parts, 2)))
        }
        return .object(object)
    }

    private static func readInner(_ index: JSONIndex, _ node: Int, _ level: Int) -> NamedList<Delta>? {
        var inner = NamedList<Delta>()
        guard let object = index.member(node, "in") else { return inner }
        for member in index.members(object) {
            guard let delta = read(index, member.value, level: level + 1) else { return nil }
            inner[index.name(member.name)] = delta
        }
        return inner
    }

    private static func texts(_ index: JSONIndex, _ node: Int, _ name: String) -> NamedList<String>? {
        var texts = NamedList<String>()
        guard let object = index.member(node, name) else { return texts }
        for member in index.members(object) {
            guard let text = index.text(member.value) else { return nil }
            texts[index.name(member.name)] = text
        }
        return texts
    }

    private static func readGuard(_ index: JSONIndex, _ parts: [Int], _ position: Int) -> Delta.Guard? {
        guard parts.count == position + 2, let name = index.text(parts[position]),
            let fingerprint = index.text(parts[position + 1])
        else { return nil }
        return Delta.Guard(name: name, fingerprint: fingerprint)
    }

    private static func readLayout(_ index: JSONIndex, _ node: Int) -> Delta.Layout? {
        let parts = index.elements(node)
        guard parts.count == 2, let tail = index.text(parts[1]) else { return nil }
        var layout = Delta.Layout(tail: Array(tail.utf8))
        for item in index.elements(parts[0]) {
            let fields = index.elements(item)
            guard fields.count == 3 || fields.count == 5, let gap = index.text(fields[0]),
                let text = index.text(fields[2])
            else { return nil }
            if let reference = index.text(fields[1]) {
                layout.items.append(.base(gap: Array(gap.utf8), reference: reference, name: Array(text.utf8)))
            } else {
                layout.items.append(.text(gap: Array(gap.utf8), Array(text.utf8), readGuard(index, fields, 3)))
            }
        }
        return layout
    }

    private enum Fragment { case replace, before, after }

    /// A residue edited by hand must not make a document that is not JSON. How deep the document may be is not for its
    /// parts to say.
    private static func isFragment(_ text: String, _ fragment: Fragment) -> Bool {
        let whole =
            switch fragment {
            case .replace: text
            case .before: "{" + text + "\"\":0}"
            case .after: "{\"\":0" + text + "}"
            }
        return (try? JSONScanner.index(Array(whole.utf8), maximumDepth: .max)) != nil
    }
}

import AdaptyMigrationCore

extension LineageStep {
    /// This step and the next one as one: `a → b` and `b → c` make `a → c`.
    ///
    /// Links that meet in a node between become one. Where one of the two looks into a value that the other took as it
    /// is, the value is looked into on both sides: it is the same bytes, so the nth node inside is the nth node inside.
    ///
    /// ```
    /// first   /a → /a  copied      next  /a/x → /b  renamed      both  /a/x → /b  renamed
    /// ```
    func then(_ next: LineageStep) -> LineageStep {
        // What the document between lacks nobody asked for.
        let links = links.filter { $0.expected == nil }
        var joined = JoinedLinks(links, next.links)
        let firstByNode = LineageStep.byNode(links, \.targets), nextByNode = LineageStep.byNode(next.links, \.sources)
        let firstOwners = target.owners(Set(firstByNode.keys)), nextOwners = target.owners(Set(nextByNode.keys))
        for (position, link) in next.links.enumerated() {
            for node in link.sources {
                guard let owner = firstOwners[node], let first = firstByNode[owner] else { continue }
                if owner != node, let inside = inside(links[first], node - owner) {
                    joined.next[position].sources.append(inside)
                } else {
                    joined.join(first, position)
                }
            }
        }
        for (position, link) in links.enumerated() {
            for node in link.targets where nextByNode[node] == nil {
                guard let owner = nextOwners[node], let following = nextByNode[owner] else { continue }
                let opaque = next.links[following]
                if let inside = next.inside(opaque, reading: node - owner) {
                    joined.first[position].targets.append(inside)
                } else if opaque.targets.isEmpty {
                    (joined.first[position].action, joined.first[position].note) = (opaque.action, opaque.note)
                } else {
                    joined.join(position, following)
                }
            }
        }
        return LineageStep(source, next.target, joined.links)
    }

    private static func byNode(_ links: [Link], _ nodes: KeyPath<Link, [Int]>) -> [Int: Int] {
        var byNode: [Int: Int] = [:]
        for (position, link) in links.enumerated() {
            for node in link[keyPath: nodes] { byNode[node] = position }
        }
        return byNode
    }

    /// Whether a link's value is the same bytes on both sides.
    private func isWhole(_ link: Link) -> Bool {
        link.sources.count == 1 && link.targets.count == 1 && source.raw(link.sources[0]) == target.raw(link.targets[0])
    }

    private func inside(_ link: Link, _ offset: Int) -> Int? { isWhole(link) ? link.sources[0] + offset : nil }

    private func inside(_ link: Link, reading offset: Int) -> Int? { isWhole(link) ? link.targets[0] + offset : nil }
}

/// The links of two steps, those that meet put together.
private struct JoinedLinks {
    /// From the first document; `targets` only those found in the last one already.
    var first: [LineageStep.Link]
    /// To the last document; `sources` only those found in the first one already.
    var next: [LineageStep.Link]
    /// By position, the first ones and then the next ones: another position of the same group, or itself.
    private var group: [Int]

    init(_ first: [LineageStep.Link], _ next: [LineageStep.Link]) {
        self.first = first.map { link in
            var link = link
            link.targets = []
            return link
        }
        self.next = next.map { link in
            var link = link
            link.sources = []
            return link
        }
        group = Array(0..<(first.count + next.count))
    }

    mutating func join(_ first: Int, _ next: Int) { group[root(self.first.count + next)] = root(first) }

    private func root(_ position: Int) -> Int {
        var position = position
        while group[position] != position { position = group[position] }
        return position
    }

    var links: [LineageStep.Link] {
        var groups: [Int: [LineageStep.Link]] = [:]
        for (position, link) in (first + next).enumerated() { groups[root(position), default: []].append(link) }
        return groups.sorted { $0.key < $1.key }.map { JoinedLinks.one($0.value) }
    }

    private static func one(_ links: [LineageStep.Link]) -> LineageStep.Link {
        guard links.count > 1 else { return links[0] }
        let sources = Set(links.flatMap(\.sources)).sorted(), targets = Set(links.flatMap(\.targets)).sorted()
        let actions = Set(links.map(\.action)), notes = links.map(\.note).filter { !$0.isEmpty }
        let action =
            sources.isEmpty || targets.isEmpty
            ? links[links.count - 1].action : strongest.first(where: actions.contains) ?? links[0].action
        let note = notes.enumerated().filter { !notes[..<$0.offset].contains($0.element) }.map(\.element).joined(
            separator: "; ")
        return .init(
            action: action, sources: sources, targets: targets, field: links.lazy.compactMap(\.field).first, note: note,
            expected: links.lazy.compactMap(\.expected).first)
    }

    /// Of several things that happened to a field on its way the first of these is told.
    private static let strongest: [Ledger.Action] = [
        .unreadable, .defaulted, .derived, .repaired, .recoded, .renamed, .wrapped, .copied, .unknown,
    ]
}

import AdaptyMigrationCore

extension LineageStep {
    /// Combines this step and the next one: `a → b` and `b → c` give `a → c`.
    ///
    /// Links that meet in a node of the middle document are joined. If one of them describes the inside of a value that
    /// the other kept unchanged, the inside is described on both sides. The bytes are the same, so the nth node inside
    /// is the same node.
    ///
    /// ```
    /// first   /a → /a  copied      next  /a/x → /b  renamed      both  /a/x → /b  renamed
    /// ```
    func then(_ next: LineageStep) -> LineageStep {
        // Fields that only the middle document lacks do not matter.
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

    /// Whether a link's value has the same bytes on both sides.
    private func isWhole(_ link: Link) -> Bool {
        link.sources.count == 1 && link.targets.count == 1 && source.raw(link.sources[0]) == target.raw(link.targets[0])
    }

    private func inside(_ link: Link, _ offset: Int) -> Int? { isWhole(link) ? link.sources[0] + offset : nil }

    private func inside(_ link: Link, reading offset: Int) -> Int? { isWhole(link) ? link.targets[0] + offset : nil }
}

/// The links of two steps, joined where they meet.
private struct JoinedLinks {
    /// Links from the first document. `targets` contains only those already found in the last document.
    var first: [LineageStep.Link]
    /// Links to the last document. `sources` contains only those already found in the first document.
    var next: [LineageStep.Link]
    /// By position, the first links and then the next ones: another position of the same group, or the position itself.
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

    /// If several actions apply to a field, the first of these is reported.
    private static let strongest: [Ledger.Action] = [
        .unreadable, .defaulted, .derived, .repaired, .recoded, .renamed, .wrapped, .copied, .unknown,
    ]
}

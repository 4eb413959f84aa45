import AdaptyMigrationCore

/// The lineage between two whole documents, node by node.
struct LineageStep {
    struct Link {
        var action: Ledger.Action
        var sources: [Int]
        var targets: [Int]
        var field: Lineage.Field?
        var note: String
        /// The place where a missing field would be.
        var expected: String?
    }

    let source: JSONIndex
    let target: JSONIndex
    var links: [Link]

    /// - Parameter trace: the notes taken while `target` was written from `source`.
    init(_ source: JSONIndex, _ target: JSONIndex, _ trace: LineageTrace) {
        self.source = source
        self.target = target
        var places = target.places()
        links = trace.links.map { link in
            var found: [Int] = []
            for pointer in link.targets {
                guard let node = places[pointer]?.first else { continue }
                found.append(node)
                places[pointer]?.removeFirst()
            }
            let isGone = found.isEmpty && !link.targets.isEmpty && link.action != .missing && link.action != .wrapped
            return Link(
                action: isGone ? .stashed : link.action, sources: link.sources, targets: found,
                field: link.row.flatMap { row in link.table.map { Lineage.Field(row, $0) } },
                note: link.note, expected: link.action == .missing ? link.targets.first : nil)
        }
        frame()
    }

    /// A document in which values were filled or mended: a value that stands at its place with its bytes is the same.
    ///
    /// - Parameter notes: the reasons, at their JSON pointers.
    init(_ source: JSONIndex, _ target: JSONIndex, mended notes: [String: String]) {
        self.source = source
        self.target = target
        var places = source.places()
        let pointers = target.pointers(), old = source.pointers()
        links = target.leaves.map { node in
            let pointer = pointers[node], former = places[pointer]?.popLast()
            let isSame = former.map { source.raw($0) == target.raw(node) } ?? false
            return Link(
                action: isSame ? .copied : .defaulted, sources: former.map { [$0] } ?? [], targets: [node],
                note: isSame ? "" : notes[pointer] ?? "")
        }
        links += source.left(by: Set(links.flatMap(\.sources))).map {
            Link(action: .stashed, sources: [$0], targets: [], note: notes[old[$0]] ?? "")
        }
        frame()
    }

    /// Adds the members that only contain others.
    private mutating func frame() {
        links += source.frames(of: Set(links.flatMap(\.sources))).map {
            Link(action: .wrapped, sources: [$0], targets: [], note: "removed: it only contains other members")
        }
        links += target.frames(of: Set(links.flatMap(\.targets))).map {
            Link(action: .wrapped, sources: [], targets: [$0], note: "added: it only contains other members")
        }
    }

    init(_ source: JSONIndex, _ target: JSONIndex, _ links: [Link]) {
        self.source = source
        self.target = target
        self.links = links
    }

    /// The step of a document that stays as it is.
    static func same(_ index: JSONIndex, _ action: Ledger.Action = .copied) -> LineageStep {
        LineageStep(
            index, index,
            index.members(0).map { Link(action: action, sources: [$0.value], targets: [$0.value], note: "") })
    }

    /// In the order of the source, then of the target, then the rest.
    var ordered: [Link] {
        links.enumerated().sorted { a, b in
            (a.element.sources.first ?? .max, a.element.targets.first ?? .max, a.offset) < (
                b.element.sources.first ?? .max, b.element.targets.first ?? .max, b.offset
            )
        }.map(\.element)
    }

    // MARK: The way back

    /// The lineage of a downgrade: the upgrade of the restored document, read in reverse.
    ///
    /// - Parameter edited: the document that was restored. If it was edited, it differs from this step's target.
    func reversed(from edited: JSONIndex) -> LineageStep {
        var places = edited.places()
        let pointers = target.pointers()
        var links: [Link] = self.links.compactMap { link in
            let sources = link.targets.compactMap {
                places[pointers[$0]]?.isEmpty == false ? places[pointers[$0]]?.removeFirst() : nil
            }
            guard !sources.isEmpty || !link.sources.isEmpty else { return nil }
            let isRestored = sources.isEmpty && link.action != .wrapped
            return Link(
                action: isRestored ? .restored : link.action, sources: sources, targets: link.sources,
                field: link.field, note: isRestored ? "" : link.note)
        }
        links += edited.left(by: Set(links.flatMap(\.sources))).map {
            Link(action: .dropped, sources: [$0], targets: [], note: "the older dialect has no place for it")
        }
        return LineageStep(edited, source, links)
    }
}

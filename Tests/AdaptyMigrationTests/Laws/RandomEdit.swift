@testable import AdaptyMigrationAccess
@testable import AdaptyMigrationCore
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Random edits of a current document, as somebody at an editor makes them: one place changes, every other byte stays.
struct RandomEdit {
    private let column: Column
    private let source: Column

    init(_ column: Column, source: Column) {
        self.column = column
        self.source = source
    }

    /// An object or array that may be edited.
    private struct Site {
        enum Role {
            case record(TableID), dictionary, list, value
        }

        let node: Int
        let role: Role
    }

    /// The document with one edit, and what it was; `nil` where the edit chosen has no place.
    func edit(_ document: [UInt8], _ kind: RecordKind, _ random: inout SeededGenerator) -> (
        document: [UInt8], name: String
    )? {
        guard let index = try? JSONScanner.index(document) else { return nil }
        let sites = sites(index, kind)
        guard !sites.isEmpty else { return nil }
        let site = random.pick(sites)
        guard
            let (range, text, name) = index.kind(site.node) == .array
                ? array(index, site, &random) : object(index, site, &random)
        else { return nil }
        return (
            Array(document[..<range.lowerBound]) + text + document[range.upperBound...],
            "\(name) at \(index.pointer(site.node))"
        )
    }

    private typealias Change = (range: Range<Int>, text: [UInt8], name: String)

    /// JSON pointers to the members that the document's dialect passes.
    func passed(_ index: JSONIndex, _ kind: RecordKind) -> Set<String> {
        let fields = sites(index, kind).flatMap { site -> [String] in
            guard case .record(let table) = site.role else { return [] }
            let names = Set(Table[table].rows.filter { $0.isPassed(in: column) }.compactMap { $0.name(in: column) })
            return index.members(site.node).filter { names.contains(index.name($0.name)) }.map {
                index.pointer($0.value)
            }
        }
        return Set(fields)
    }

    // MARK: Places

    private func sites(_ index: JSONIndex, _ kind: RecordKind) -> [Site] {
        var sites: [Site] = []
        if kind.isList {
            let envelope = Envelope(index)
            for entry in envelope.entries ?? [] {
                visit(index, entry.node, entry.isMetaProduct ? .product : kind.table, &sites)
            }
            if let data = index.member(0, "data"), index.kind(data) == .array {
                sites.append(Site(node: data, role: .list))
            }
        } else {
            visit(index, 0, kind == .promo ? .paywall : kind.table, &sites)
        }
        return sites
    }

    private func visit(_ index: JSONIndex, _ node: Int, _ table: TableID, _ sites: inout [Site]) {
        guard index.kind(node) == .object else { return }
        sites.append(Site(node: node, role: .record(table)))
        for member in index.members(node) {
            let rules = TableRules.of(table, from: column, to: source)
            guard let rule = rules.pointee.rule(index[member.name].number)?.pointee, rule.isField else { continue }
            switch rules.pointee.rows[Int(rule.row)].codec {
            case .record(let inner): visit(index, member.value, inner, &sites)
            case .entries(let inner, _): entries(index, member.value, inner, &sites)
            case .custom, .attributes:
                if index.kind(member.value) == .object { sites.append(Site(node: member.value, role: .value)) }
            default: continue
            }
        }
    }

    private func entries(_ index: JSONIndex, _ node: Int, _ table: TableID, _ sites: inout [Site]) {
        guard index.kind(node).isContainer else { return }
        sites.append(Site(node: node, role: index.kind(node) == .array ? .list : .dictionary))
        for child in index.kind(node) == .array ? index.elements(node) : index.members(node).map(\.value) {
            if index.kind(child) == .array {
                entries(index, child, table, &sites)
            } else {
                visit(index, child, table, &sites)
            }
        }
    }

    // MARK: Objects

    private func object(_ index: JSONIndex, _ site: Site, _ random: inout SeededGenerator) -> Change? {
        let members = Array(index.members(site.node)), names = members.map { index.name($0.name) }
        // A name that stands twice is not edited: which one is meant?
        let once = members.indices.filter { place in names.count { $0 == names[place] } == 1 }
        switch random.below(8) {
        case 0, 1: return set(index, members, once, &random)
        case 2: return once.isEmpty ? nil : null(index, members[random.pick(once)])
        case 3: return remove(index, members, once, &random)
        case 4: return add(index, site.node, members, names, name: "new_\(random.below(3))", &random)
        case 5:
            guard case .record(let table) = site.role else { return nil }
            let known = Table[table].rows.compactMap { $0.names.written(column) }.filter { $0.path.count == 1 }.map {
                $0.path[0]
            }.filter { !names.contains($0) }
            return known.isEmpty ? nil : add(index, site.node, members, names, name: random.pick(known), &random)
        case 6:
            guard case .dictionary = site.role, !once.isEmpty else { return nil }
            return (index.range(members[random.pick(once)].name), Array("\"renamed.key\"".utf8), "renamed key")
        default: return swap(members.map { Int(index[$0.name].start)..<Int(index[$0.value].end) }, index)
        }
    }

    private func set(_ index: JSONIndex, _ members: [JSONIndex.Member], _ once: [Int], _ random: inout SeededGenerator)
        -> Change?
    {
        guard !once.isEmpty else { return nil }
        let member = members[random.pick(once)]
        guard !index.kind(member.value).isContainer else { return nil }
        let text: String
        switch index.kind(member.value) {
        case .string:
            text =
                AccessInstant.milliseconds(
                    Array((index.text(member.value) ?? "").utf8), 0, (index.text(member.value) ?? "").utf8.count) == nil
                ? "\"EDITED\"" : "\"2031-01-02T03:04:05.678+0000\""
        case .true: text = "false"
        case .false: text = "true"
        case .number: text = "4711"
        default: text = random.pick(["\"EDITED\"", "true", "4711"])
        }
        return (index.range(member.value), Array(text.utf8), "set \(index.name(member.name))")
    }

    private func null(_ index: JSONIndex, _ member: JSONIndex.Member) -> Change? {
        index.kind(member.value) == .null
            ? nil : (index.range(member.value), Array("null".utf8), "null \(index.name(member.name))")
    }

    private func remove(
        _ index: JSONIndex, _ members: [JSONIndex.Member], _ once: [Int], _ random: inout SeededGenerator
    ) -> Change? {
        guard !once.isEmpty else { return nil }
        let place = random.pick(once)
        return (
            cut(members.map { Int(index[$0.name].start)..<Int(index[$0.value].end) }, place), [],
            "removed \(index.name(members[place].name))"
        )
    }

    private func add(
        _ index: JSONIndex, _ node: Int, _ members: [JSONIndex.Member], _ names: [String], name: String,
        _ random: inout SeededGenerator
    ) -> Change? {
        guard !names.contains(name) else { return nil }
        let member = "\"\(name)\":\(random.pick(["\"ADDED\"", "true", "7", "null"]))"
        let end = members.last.map { Int(index[$0.value].end) } ?? Int(index[node].start) + 1
        return (end..<end, Array(((members.isEmpty ? "" : ",") + member).utf8), "added \(name)")
    }

    // MARK: Arrays

    private func array(_ index: JSONIndex, _ site: Site, _ random: inout SeededGenerator) -> Change? {
        let elements = index.elements(site.node).map { index.range($0) }
        guard !elements.isEmpty else { return nil }
        switch random.below(3) {
        case 0: return swap(elements, index)
        case 1: return (cut(elements, random.below(elements.count)), [], "removed an entry")
        default:
            let place = random.pick(elements).upperBound
            return (place..<place, Array(",{\"new\":1}".utf8), "inserted an entry")
        }
    }

    /// The first child and the last one change places.
    private func swap(_ children: [Range<Int>], _ index: JSONIndex) -> Change? {
        guard let first = children.first, let last = children.last, children.count > 1 else { return nil }
        let between = index.bytes[first.upperBound..<last.lowerBound]
        return (
            first.lowerBound..<last.upperBound, Array(index.bytes[last]) + between + index.bytes[first],
            "swapped first and last"
        )
    }

    /// A child with one comma.
    private func cut(_ children: [Range<Int>], _ place: Int) -> Range<Int> {
        if place > 0 { return children[place - 1].upperBound..<children[place].upperBound }
        return children[0].lowerBound..<(children.count > 1 ? children[1].lowerBound : children[0].upperBound)
    }
}

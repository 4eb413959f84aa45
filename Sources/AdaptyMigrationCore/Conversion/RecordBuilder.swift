/// Collects the members of one converted record, then writes them in the source's order and white space.
struct RecordBuilder {
    /// One member of the result, at the top or in a holder.
    private struct Part {
        /// Where it goes: position of the source member it came from, and a tie-breaker.
        let position: (Int, Int)
        var member: ObjectWriter.Member
        /// `nil` at the top level.
        var holder: String?
        /// The object of a platform in the holder (`ios`).
        var platform: String?
        /// The holder of the source it came from.
        var sourceHolder: Int?
        /// The source bytes, for a member that leaves its object.
        var source: JSONIndex.Member?
    }

    let node: Int
    private let members: [JSONIndex.Member]
    private let holders: [Int: Int]
    private var parts: [Part] = []
    private var first: [ObjectWriter.Member] = []
    private var last: [ObjectWriter.Member] = []
    private let keepsUnknown: Bool
    private var isKept: [Bool]
    private var isChanged = false
    /// The targets that have a value.
    private var targets: [[String]] = []

    /// Whether a target has a value. Null is none: every SDK since 2.0 refuses it where it needs a value
    /// (shapes-2026, 7.1).
    func has(_ target: [String], in index: JSONIndex) -> Bool {
        targets.contains(target) && nullPart(target, index) == nil
    }

    private func nullPart(_ target: [String], _ index: JSONIndex) -> Int? {
        parts.firstIndex { part in
            guard let source = part.source, part.holder == (target.count > 1 ? target[0] : nil),
                (part.member.name ?? index.name(source.name)) == target.last
            else { return false }
            return part.member.value.map { $0 == Array("null".utf8) } ?? (index.kind(source.value) == .null)
        }
    }

    /// - Parameter unknown: the members that stay though no row has them; `nil` when none stays, in holders neither.
    init(node: Int, members: [JSONIndex.Member], holders: [Int: Int], unknown: [Int]?) {
        self.node = node
        keepsUnknown = unknown != nil
        self.members = members
        self.holders = holders
        isKept = Array(repeating: false, count: members.count)
        for ordinal in unknown ?? [] { isKept[ordinal] = true }
    }

    /// A member of the source goes to `target`.
    ///
    /// - Parameter ordinal: its position in the record or holder; `nil` when it is in an object of a platform.
    mutating func add(
        _ ordinal: Int?, holder: Int?, target: [String], name: String?, value: [UInt8]?, source: JSONIndex.Member
    ) {
        targets.append(target)
        parts.append(
            Part(
                position: (holder ?? ordinal ?? .max, ordinal ?? .max),
                member: .init(ordinal: ordinal, name: name, value: value),
                holder: target.count > 1 ? target[0] : nil, platform: target.count > 2 ? target[1] : nil,
                sourceHolder: holder, source: source))
    }

    /// A composed member takes the place of the source member `after`.
    mutating func add(_ ordinal: Int?, after: Int, name: String, value: [UInt8]) {
        targets.append([name])
        isChanged = true
        parts.append(
            Part(
                position: (after, parts.count), member: .init(ordinal: ordinal, like: after, name: name, value: value),
                holder: nil, sourceHolder: nil, source: nil))
    }

    /// A source member stays as it is.
    mutating func keep(_ ordinal: Int) { isKept[ordinal] = true }

    mutating func insertFirst(name: String, value: [UInt8]) {
        isChanged = true
        targets.append([name])
        first.append(.init(ordinal: nil, name: name, value: value))
    }

    mutating func append(name: String, value: [UInt8]) {
        isChanged = true
        targets.append([name])
        last.append(.init(ordinal: nil, name: name, value: value))
    }

    /// A placeholder at the top or in a holder, in the place of a null where there is one.
    mutating func fill(_ target: [String], _ value: [UInt8], in index: JSONIndex) {
        if let part = nullPart(target, index) {
            parts[part].member.value = value
            return
        }
        guard target.count > 1 else { return append(name: target[0], value: value) }
        isChanged = true
        let position = parts.first { $0.holder == target[0] }?.position.0 ?? members.count
        parts.append(
            Part(
                position: (position, .max), member: .init(ordinal: nil, name: target[1], value: value),
                holder: target[0], sourceHolder: nil, source: nil))
    }

    /// The record's new bytes; `nil` when nothing changed.
    func finish(_ index: JSONIndex, _ plan: TablePlan, _ to: Column) -> [UInt8]? {
        var rows: [((Int, Int), ObjectWriter.Member)] = []
        var written: Set<String> = []
        var isChanged = isChanged
        var isSeen = isKept
        for part in parts {
            if let holder = part.holder {
                guard written.insert(holder).inserted else { continue }
                let group = parts.filter { $0.holder == holder }
                let base = group.lazy.compactMap(\.sourceHolder).first {
                    holders[$0].map { plan.holders[$0].name } == holder
                }
                let bytes = write(holder, group, base, index, plan)
                if let base {
                    isSeen[base] = true
                    if let bytes {
                        isChanged = true; rows.append(((base, 0), .init(ordinal: base, name: nil, value: bytes)))
                    } else {
                        rows.append(((base, 0), .init(ordinal: base)))
                    }
                } else {
                    isChanged = true
                    let position = group.map(\.position).min { $0 < $1 } ?? part.position
                    rows.append(
                        (
                            position,
                            .init(
                                ordinal: group[0].sourceHolder == nil && group.contains { $0.source != nil }
                                    ? position.0 : nil, name: holder, value: bytes)
                        ))
                }
            } else if part.sourceHolder != nil {
                isChanged = true
                var member = part.member
                if let source = part.source {
                    member.name = member.name ?? index.name(source.name)
                    member.value = member.value ?? Array(index.raw(source.value))
                }
                member.ordinal = nil
                rows.append((part.position, member))
            } else {
                if part.member.name != nil || part.member.value != nil { isChanged = true }
                if let ordinal = part.member.ordinal { isSeen[ordinal] = true }
                rows.append((part.position, part.member))
            }
        }
        for ordinal in members.indices where isKept[ordinal] { rows.append(((ordinal, 0), .init(ordinal: ordinal))) }
        if isSeen.contains(false) { isChanged = true }
        guard isChanged else { return nil }
        // Mostly they are in order.
        if !zip(rows, rows.dropFirst()).allSatisfy({ $0.0 <= $1.0 }) {
            rows = order(rows.count) { rows[$0].0 < rows[$1].0 }.map { rows[$0] }
        }
        return ObjectWriter(index, node).write(first + rows.map(\.1) + last)
    }

    /// A member with its name and value, wherever it was.
    private static func member(_ part: Part, _ index: JSONIndex) -> ObjectWriter.Member {
        var member = part.member
        if let source = part.source {
            member.name = member.name ?? index.name(source.name)
            member.value = member.value ?? Array(index.raw(source.value))
        }
        member.ordinal = nil
        return member
    }

    /// The parts of a holder, those of one platform in one object.
    private static func gathered(_ group: [Part], _ index: JSONIndex) -> [Part] {
        var parts: [Part] = [], texts: [String: [[UInt8]]] = [:]
        for part in group {
            guard let platform = part.platform else {
                parts.append(part)
                continue
            }
            let member = member(part, index)
            if texts[platform] == nil {
                parts.append(
                    Part(
                        position: part.position, member: .init(ordinal: nil, name: platform), holder: part.holder,
                        platform: platform, sourceHolder: nil, source: nil))
            }
            texts[platform, default: []].append(JSONText.member(member.name ?? "", member.value ?? []))
        }
        for position in parts.indices {
            guard let members = parts[position].platform.flatMap({ texts[$0] }) else { continue }
            parts[position].member.value = [0x7B] + members.joined(separator: [0x2C]) + [0x7D]
        }
        return parts
    }

    /// A holder's object; `nil` when the source's holder of the same name stays as it is.
    private func write(_ holder: String, _ group: [Part], _ base: Int?, _ index: JSONIndex, _ plan: TablePlan)
        -> [UInt8]?
    {
        let group = RecordBuilder.gathered(group, index)
        guard let base else {
            var out: [UInt8] = [0x7B]
            for (position, part) in group.enumerated() {
                let member = RecordBuilder.member(part, index)
                if position > 0 { out.append(0x2C) }
                out += JSONText.encode(member.name ?? "") + [0x3A] + (member.value ?? [])
            }
            return out + [0x7D]
        }
        let object = members[base].value
        var rows: [(Int, ObjectWriter.Member)] = []
        var isChanged = false
        var seen: Set<Int> = []
        for part in group {
            if part.sourceHolder == base, let ordinal = part.member.ordinal {
                seen.insert(ordinal)
                rows.append((ordinal, part.member))
                if part.member.name != nil || part.member.value != nil { isChanged = true }
            } else {
                rows.append((.max, RecordBuilder.member(part, index)))
                isChanged = true
            }
        }
        let keys = holders[base].map { plan.holders[$0].keys }
        for (ordinal, member) in index.members(object).enumerated() where !seen.contains(ordinal) {
            if !keepsUnknown || keys.map({ index.lookup(member.name, in: $0) != nil }) ?? false {
                isChanged = true
            } else {
                rows.append((ordinal, .init(ordinal: ordinal)))
            }
        }
        guard isChanged else { return nil }
        let ordered = order(rows.count) { rows[$0].0 < rows[$1].0 }.map { rows[$0].1 }
        return ObjectWriter(index, object).write(ordered)
    }
}

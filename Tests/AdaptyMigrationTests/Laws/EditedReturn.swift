@testable import AdaptyMigrationCore

/// An old document, its upgrade, the same edited, and what the way back makes of it: what law 3 demands of the four.
struct EditedReturn {
    private let original: JSONIndex, upgraded: JSONIndex, edited: JSONIndex, restored: JSONIndex
    private let migration: Migration
    private let ledger: Ledger
    private let column: Column
    private let reading: Fingerprint.Reading

    /// - Parameter reading: in what an edit may differ that comes back.
    init(
        _ original: [UInt8], _ migration: Migration, _ edited: [UInt8], _ restored: Migration, _ column: Column,
        _ reading: Fingerprint.Reading = .digits
    ) throws {
        self.reading = reading
        self.original = try JSONScanner.index(original)
        upgraded = try JSONScanner.index(migration.documentWithoutResidue)
        self.edited = try JSONScanner.index(edited)
        self.restored = try JSONScanner.index(restored.documentWithoutResidue)
        self.migration = migration
        ledger = restored.ledger
        self.column = column
    }

    /// What is wrong; `nil` when law 3 holds.
    func fault() throws -> String? {
        // Whatever was taken away, it is converted as what it was: it may not be recognised any more.
        let engine = Engine(), upgraded = Document(migration.documentWithoutResidue)
        guard let layer = try engine.fitting(migration.residue, upgraded)?.last else { return "there is no residue" }
        var again = Document(restored.bytes)
        for step in try engine.steps(layer) {
            do {
                again = try engine.converted(again, step.kind, from: step.from, to: step.to, MigrationOptions())
            } catch {
                return "what was restored is refused: \(error)"
            }
        }
        let index = try again.index(512)
        var lost: [String] = [], risen: [String] = []
        compare(edited, 0, index, 0, &lost, &risen)
        let told = ledger.entries.filter { [.dropped, .restored, .stale].contains($0.action) }.map(\.path)
        // Absence of what the dialect passes is no edit. That it comes back is told all the same.
        let passed = RandomEdit(migration.target.column, source: column).passed(index, migration.kind)
        if let first = risen.first(where: { !(told.contains($0) && (isSaidAnyway($0) || passed.contains($0))) }) {
            return "came back: \(first)"
        }
        if let silent = lost.first(where: { path in !told.contains { path.hasPrefix($0) } }) {
            return "lost silently: \(silent); told \(told)"
        }
        return untouched()
    }

    /// What an envelope says of the profile, the locale that old payloads are in, and the offer that the discounts of
    /// older products say. Entries of `server-v2` have no keys of their own: an edited id is the key.
    private func isSaidAnyway(_ path: String) -> Bool {
        path == "/profile_id" || path.hasSuffix("/remote_config/lang")
            || path.hasSuffix("/subscription") || path.contains("/subscription/offer") || column == .serverV2
    }

    // MARK: Edits are visible, nothing old comes back

    private func compare(
        _ a: JSONIndex, _ x: Int, _ b: JSONIndex, _ y: Int, _ lost: inout [String], _ risen: inout [String]
    ) {
        if Fingerprint.canonical(a, x, reading) == Fingerprint.canonical(b, y, reading) { return }
        if a.kind(x) == .object, b.kind(y) == .object {
            for name in Set(a.members(x).map { a.name($0.name) }).union(b.members(y).map { b.name($0.name) }).sorted() {
                switch (a.member(x, name), b.member(y, name)) {
                case (let x?, let y?): compare(a, x, b, y, &lost, &risen)
                case (let x?, nil): lost.append(a.pointer(x))
                case (nil, let y?): risen.append(b.pointer(y))
                case (nil, nil): continue
                }
            }
        } else if a.kind(x) == .array, b.kind(y) == .array, a.elements(x).count == b.elements(y).count {
            for (x, y) in zip(a.elements(x), b.elements(y)) { compare(a, x, b, y, &lost, &risen) }
        } else {
            lost.append(a.pointer(x))
        }
    }

    // MARK: What nobody touched is what it was

    private func untouched() -> String? {
        guard !migration.kind.isList, column != .serverV2 else { return nil }
        let o = Envelope(original), d = Envelope(restored)
        guard EditedReturn.envelope(original, o) == EditedReturn.envelope(restored, d) else {
            return "the envelope changed"
        }
        return record(o.node, 0, 0, d.node, migration.kind == .promo ? .paywall : migration.kind.table)
    }

    /// What is before a record, without the id, which is the profile's.
    private static func envelope(_ index: JSONIndex, _ envelope: Envelope) -> [UInt8] {
        let before = 0..<index.range(envelope.node).lowerBound
        // An id that was set to null is none to the engine.
        let said =
            envelope.id ?? index.member(0, at: ["data", "id"]).flatMap { index.kind($0) == .null ? $0 : nil }
        let id = said.map { index.range($0) }.flatMap { before.contains($0.lowerBound) ? $0 : nil }
        return index.bytes.replacing(id.map { [($0, [])] } ?? [], in: before) ?? Array(index.bytes[before])
    }

    private func record(_ o: Int, _ u: Int, _ e: Int, _ d: Int, _ table: TableID) -> String? {
        let rules = TableRules.of(table, from: column, to: migration.target.column)
        let names = original.members(o).map { original.name($0.name) }
        for (place, member) in original.members(o).enumerated() where names.lastIndex(of: names[place]) == place {
            var codec: Codec?, path = [names[place]]
            if let rule = rules.pointee.rule(original[member.name].number)?.pointee {
                guard rule.isField else { continue }
                codec = rules.pointee.rows[Int(rule.row)].codec
                if case .custom? = codec { continue }
                guard let target = rules.pointee.targets[Int(rule.row)] else {
                    if let fault = same(member, d, "a member of the residue") { return fault }
                    continue
                }
                path = target
            }
            guard let before = EditedReturn.last(path, upgraded, u), let after = EditedReturn.last(path, edited, e)
            else { continue }
            if upgraded.text(before) == edited.text(after) {
                if let fault = same(member, d, "untouched") { return fault }
            } else if let inner = restored.member(d, names[place]),
                let fault = inside(codec, member.value, before.value, after.value, inner)
            {
                return fault
            }
        }
        return nil
    }

    private static func last(_ path: [String], _ index: JSONIndex, _ node: Int) -> JSONIndex.Member? {
        guard index.kind(node) == .object,
            let member = index.members(node).reversed().first(where: { index.name($0.name) == path[0] })
        else { return nil }
        return path.count == 1 ? member : last(Array(path.dropFirst()), index, member.value)
    }

    private func same(_ member: JSONIndex.Member, _ d: Int, _ what: String) -> String? {
        let name = original.name(member.name)
        guard let found = restored.members(d).reversed().first(where: { restored.name($0.name) == name }) else {
            return isTold(member.value) ? nil : "\(what), gone silently: \(original.pointer(member.value))"
        }
        if original.text(member) == restored.text(found) || isTold(member.value) { return nil }
        return
            "\(what), but changed: \(original.pointer(member.value)) is \(String(decoding: restored.text(found), as: UTF8.self))"
    }

    /// Whether the ledger says that a place's residue no longer fits.
    private func isTold(_ node: Int) -> Bool {
        let root = migration.kind.isList ? "" : original.pointer(Envelope(original).node)
        let path = original.pointer(node).dropFirst(root.count).split(separator: "/").map(EditedReturn.plain)
        return ledger.entries.contains {
            $0.action == .stale && path.starts(with: $0.path.split(separator: "/").map(EditedReturn.plain))
        }
    }

    /// A name without what tells its spellings apart: the ledger speaks in the old dialect's own.
    private static func plain(_ name: Substring) -> String {
        let plain = name.filter { $0 != "_" }.lowercased()
        return plain == "paidaccesslevels" ? "accesslevels" : plain
    }

    private func inside(_ codec: Codec?, _ o: Int, _ u: Int, _ e: Int, _ d: Int) -> String? {
        switch codec {
        case .record(let table): return record(o, u, e, d, table)
        case .entries(let table, _): return entries(o, u, e, d, table)
        default: return nil
        }
    }

    private func entries(_ o: Int, _ u: Int, _ e: Int, _ d: Int, _ table: TableID) -> String? {
        guard original.kind(o) == .object else { return list(o, u, e, d, table) }
        for member in original.members(o) {
            let key = original.name(member.name)
            guard let before = EditedReturn.last([key], upgraded, u), let after = EditedReturn.last([key], edited, e)
            else { continue }
            if upgraded.text(before) == edited.text(after) {
                if let fault = same(member, d, "untouched entry") { return fault }
            } else if let inner = restored.member(d, key),
                let fault = original.kind(member.value) == .array
                    ? list(member.value, before.value, after.value, inner, table)
                    : record(member.value, before.value, after.value, inner, table)
            {
                return fault
            }
        }
        return nil
    }

    /// Entries by place, where none came, went or moved.
    private func list(_ o: Int, _ u: Int, _ e: Int, _ d: Int, _ table: TableID) -> String? {
        let os = original.elements(o), us = upgraded.elements(u), es = edited.elements(e), ds = restored.elements(d)
        guard os.count == us.count, us.count == es.count, es.count == ds.count else { return nil }
        guard us.indices.count(where: { upgraded.raw(us[$0]) != edited.raw(es[$0]) }) < 2 else { return nil }
        for place in os.indices {
            if upgraded.raw(us[place]) == edited.raw(es[place]) {
                if original.raw(os[place]) != restored.raw(ds[place]), !isTold(os[place]) {
                    return "untouched, but changed: \(original.pointer(os[place]))"
                }
            } else if let fault = record(os[place], us[place], es[place], ds[place], table) {
                return fault
            }
        }
        return nil
    }
}

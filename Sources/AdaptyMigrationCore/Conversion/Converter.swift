/// Walks one document by a ``Plan`` and writes it in the target column: bytes to bytes, no values built.
///
/// Every function answers the new bytes of a value, or `nil` when the value stays exactly as it is; whoever holds the
/// value then copies its range. A record in which nothing changes is therefore copied in one piece.
package struct Converter {
    let plan: Plan
    let index: JSONIndex
    let options: MigrationOptions
    /// The id token of an envelope (`data.id`), for a profile that has none of its own.
    var envelopeID: [UInt8]?
    /// Whether it makes what a delta is applied to: then the original says which of several entries stands.
    var isWayBack = false
    var ledger: Ledger
    /// What the ledger calls the nodes.
    private let places: Places
    /// Where each member goes; `nil` unless somebody asked.
    var trace: (any ConversionObserver)?

    package init(_ plan: Plan, _ index: JSONIndex, _ options: MigrationOptions, envelopeID: [UInt8]? = nil) {
        self.plan = plan
        self.index = index
        self.options = options
        self.envelopeID = envelopeID
        ledger = Ledger(keepsEntries: options.keepsLedger)
        places = Places(index, inOneWalk: options.keepsLedger)
        trace = options.observer?.init()
    }

    // MARK: Records

    /// Whether the target's SDK refuses members that it does not know (shapes-2026, 1.1).
    private var refusesStrangers: Bool { !plan.to.dialect.holdsResidue && !isWayBack }

    /// One member of the source that belongs to a row.
    private struct Item {
        let member: JSONIndex.Member
        /// Position among the members of its object.
        let ordinal: Int
        /// Position of the holder among the record's members; `nil` for a direct member.
        let holder: Int?
        let row: Int
        let rank: Int
        let use: Spelling.Use
        /// Whether it is in an object of a platform, in the holder.
        var isInPlatform = false
    }

    package mutating func record(_ node: Int, _ table: TableID) throws(MigrationError) -> [UInt8]? {
        guard index.kind(node) == .object else { return nil }
        let tablePlan = plan[table]
        if !options.keepsLedger, trace == nil, isUntouched(node, tablePlan) { return nil }
        let outer = trace?.table
        trace?.table = table
        defer { trace?.table = outer }
        var items: [Item] = []
        var unknown: [Int] = []
        var holders: [Int: Int] = [:]
        for (ordinal, member) in index.members(node).enumerated() {
            switch tablePlan.action(index, member.name) {
            case .row(let row, let rank, let use):
                items.append(Item(member: member, ordinal: ordinal, holder: nil, row: row, rank: rank, use: use))
            case .holder(let position, _) where index.kind(member.value) == .object:
                let holder = tablePlan.holders[position], fields = held(member.value, holder, ordinal, tablePlan)
                if fields.isEmpty, tablePlan.writes(holder.name),
                    !refusesStrangers || index.children(member.value).isEmpty
                {
                    // Without fields it says as much there.
                    unknown.append(ordinal)
                    trace?.link(.copied, member.value, to: [index.name(member.name)])
                    continue
                }
                holders[ordinal] = position
                items += fields
                trace?.holder(member.value, holder, in: index)
            case .holder(_, let row?):
                items.append(Item(member: member, ordinal: ordinal, holder: nil, row: row, rank: 50, use: .leftover))
            case .holder(_, nil), .platform, nil:
                if refusesStrangers {
                    stash(member, "the SDK for JavaScript refuses members that it does not know")
                    continue
                }
                unknown.append(ordinal)
                ledger.add(
                    .unknown, .init(.unknown, places.pointer(member.value), note: "not in the table; kept verbatim"))
                trace?.link(
                    .unknown, member.value, to: [index.name(member.name)], nil, "not in the table; kept verbatim")
            }
        }
        if table == .profile, envelopeID != nil {
            // SDK 1.x copied the envelope's id over the profile's.
            let isOverruled: (Item) -> Bool = { $0.use == .fallback && tablePlan.rows[$0.row].id == "profile_id" }
            for item in items where isOverruled(item) {
                stash(item.member, "the envelope's id replaces it", tablePlan.rows[item.row])
            }
            items.removeAll(where: isOverruled)
        }
        var builder = RecordBuilder(
            node: node, members: Array(index.members(node)), holders: holders,
            unknown: refusesStrangers ? nil : unknown)
        let winners = try resolve(items, tablePlan)
        try place(winners, items, tablePlan, &builder)
        try complete(winners.map { $0.map { items[$0] } }, tablePlan, node, &builder)
        return builder.finish(index, tablePlan, plan.to)
    }

    /// The common case, decided without collecting anything: every member is a leaf that stays as it is, and none is
    /// missing.
    private mutating func isUntouched(_ node: Int, _ tablePlan: TablePlan) -> Bool {
        var seen: UInt64 = 0
        for member in index.members(node) {
            guard let row = tablePlan.leaf(index, member.name), seen & 1 << UInt64(row) == 0,
                case .same = tablePlan.rows[row].codec.recode(index, member.value, from: plan.from, to: plan.to),
                index.kind(member.value) != .null || !tablePlan.required.contains(row)
            else { return false }
            seen |= 1 << UInt64(row)
        }
        guard tablePlan.required.allSatisfy({ $0 < 64 && seen & 1 << UInt64($0) != 0 }), plan.from != .serverV2,
            seen != 0
        else { return false }
        ledger.count(.copied, seen.nonzeroBitCount)
        return true
    }

    /// - Parameter isPlatform: whether the object is one of a platform, in a holder.
    private func held(
        _ object: Int, _ holder: TablePlan.Holder, _ ordinal: Int, _ plan: TablePlan, isPlatform: Bool = false
    ) -> [Item] {
        index.members(object).enumerated().flatMap { inner, member -> [Item] in
            guard let action = index.lookup(member.name, in: holder.keys) else { return [] }
            switch plan.actions[action] {
            case .row(let row, let rank, let use):
                let item = Item(
                    member: member, ordinal: inner, holder: ordinal, row: row, rank: rank, use: use,
                    isInPlatform: isPlatform)
                return [item]
            case .platform where !isPlatform && index.kind(member.value) == .object:
                return held(member.value, holder, ordinal, plan, isPlatform: true)
            case .platform, .holder: return []
            }
        }
    }

    /// Which item stands for each row. Duplicate names: the last; two spellings: they must agree.
    private mutating func resolve(_ items: [Item], _ tablePlan: TablePlan) throws(MigrationError) -> [Int?] {
        var winners: [Int?] = Array(repeating: nil, count: tablePlan.rows.count)
        for (position, item) in items.enumerated() {
            guard let other = winners[item.row] else {
                winners[item.row] = position
                continue
            }
            if case .custom = tablePlan.rows[item.row].codec { continue }
            let winner = try prefer(items[other], item) ? position : other
            winners[item.row] = winner
            let loser = items[winner == position ? other : position]
            stash(loser.member, "another spelling of the same field was used", tablePlan.rows[item.row])
        }
        return winners
    }

    /// Whether the second item stands.
    private func prefer(_ first: Item, _ second: Item) throws(MigrationError) -> Bool {
        if first.holder == second.holder, index.name(first.member.name) == index.name(second.member.name) {
            return true
        }
        let isFirstNull = index.kind(first.member.value) == .null,
            isSecondNull = index.kind(second.member.value) == .null
        if isFirstNull != isSecondNull { return isFirstNull }
        let isFirstWeak = first.use == .fallback, isSecondWeak = second.use == .fallback
        if isFirstWeak != isSecondWeak { return isFirstWeak }
        if isFirstWeak
            || Fingerprint.compact(index, first.member.value) == Fingerprint.compact(index, second.member.value)
        {
            return second.rank < first.rank
        }
        throw MigrationError(
            .conflictingSpellings,
            "\(places.pointer(first.member.value)) and \(places.pointer(second.member.value)) are two spellings of one field with different values",
            remedy: "remove the wrong one", path: places.pointer(second.member.value),
            place: index.place(Int(index[second.member.name].start))
        )
    }

    private mutating func stash(_ member: JSONIndex.Member, _ note: String, _ row: Row? = nil) {
        ledger.add(.stashed, .init(.stashed, places.pointer(member.value), note: note))
        trace?.link(.stashed, [member.value], [], row, note)
    }

    /// Puts each winner where the target has it.
    private mutating func place(
        _ winners: [Int?], _ items: [Item], _ tablePlan: TablePlan, _ builder: inout RecordBuilder
    ) throws(MigrationError) {
        var composed: Set<Int> = []
        for (position, item) in items.enumerated() {
            let row = tablePlan.rows[item.row]
            if case .custom(let composite) = row.codec {
                guard composed.insert(item.row).inserted else { continue }
                compose(composite, items.filter { $0.row == item.row }, row, &builder)
                continue
            }
            guard winners[item.row] == position else { continue }
            if refusesStrangers, index.kind(item.member.value) == .null {
                stash(item.member, "the SDK for JavaScript has no null", row)
                continue
            }
            if refusesStrangers, tablePlan.id == .profile, Converter.refused.contains(row.id) {
                stash(item.member, "most versions for JavaScript refuse it", row)
                continue
            }
            guard let target = tablePlan.targets[item.row] else {
                stash(item.member, row.note.isEmpty ? "the target has no such field" : row.note, row)
                continue
            }
            trace?.enter(target)
            let value = try convert(item.member.value, row)
            trace?.leave(target)
            note(item, row, target, value != nil)
            let name = index.nameEquals(item.member.name, target[target.count - 1]) ? nil : target[target.count - 1]
            builder.add(
                item.isInPlatform ? nil : item.ordinal, holder: item.holder, target: target, name: name, value: value,
                source: item.member)
        }
    }

    private mutating func note(_ item: Item, _ row: Row, _ target: [String], _ isChanged: Bool) {
        if isChanged {
            trace?.link(.recoded, item.member.value, to: target, row)
            return
        }
        let isRenamed =
            !index.nameEquals(item.member.name, target[target.count - 1]) || (target.count > 1) != (item.holder != nil)
        let action: Ledger.Action = isRenamed ? .renamed : .copied
        ledger.add(action, .init(action, places.pointer(item.member.value), target: target.joined(separator: "/")))
        trace?.link(action, item.member.value, to: target, row)
    }

    /// The new bytes of a field's value; `nil` when it stays as it is.
    mutating func convert(_ node: Int, _ row: Row) throws(MigrationError) -> [UInt8]? {
        switch row.codec {
        case .record(let table): return try record(node, table)
        case .entries(let table, _): return try entries(node, table, row.codec)
        case .attributes where (plan.from == .serverV2) != (plan.to == .serverV2): return attributes(node)
        default: return leaf(node, row)
        }
    }

    private mutating func leaf(_ node: Int, _ row: Row) -> [UInt8]? {
        switch row.codec.recode(index, node, from: plan.from, to: plan.to) {
        case .same: return nil
        case .recoded(let bytes):
            ledger.add(
                .recoded,
                .init(.recoded, places.pointer(node), target: row.id, note: Converter.change(index, node, bytes)))
            trace?.link(.recoded, node, to: [], row, Converter.change(index, node, bytes))
            return bytes
        case .repaired(let bytes):
            ledger.add(
                .repaired,
                .init(.repaired, places.pointer(node), target: row.id, note: Converter.change(index, node, bytes)))
            trace?.link(.repaired, node, to: [], row, Converter.change(index, node, bytes))
            return bytes
        case .unreadable:
            ledger.add(
                .unreadable,
                .init(
                    .unreadable, places.pointer(node), target: row.id,
                    note: "not readable as \(row.codec.description); kept verbatim"))
            trace?.link(.unreadable, node, to: [], row, "not readable as \(row.codec.description); kept verbatim")
            return nil
        }
    }

    private static func change(_ index: JSONIndex, _ node: Int, _ bytes: [UInt8]) -> String {
        "\(String(decoding: index.raw(node).prefix(40), as: UTF8.self)) → \(String(decoding: bytes.prefix(40), as: UTF8.self))"
    }

    // MARK: Custom codecs

    private mutating func compose(
        _ composite: Codec.Composite, _ items: [Item], _ row: Row, _ builder: inout RecordBuilder
    ) {
        // Of duplicate names the last counts.
        var latest: [String: Int] = [:]
        for (position, item) in items.enumerated() { latest[index.name(item.member.name)] = position }
        let counted = items.indices.filter { latest[index.name(items[$0].member.name)] == $0 }.map { items[$0] }
        let repeated = items.filter { item in !counted.contains { $0.ordinal == item.ordinal } }
        for item in repeated {
            ledger.add(
                .stashed,
                .init(.stashed, places.pointer(item.member.value), note: "a later member of the same name was used"))
        }
        let members = counted.map(\.member)
        let anchor = counted[0]
        func keep(except misread: [JSONIndex.Member] = []) {
            let misread = Set(misread.map(\.name))
            for item in items {
                if misread.contains(item.member.name) {
                    stash(item.member, "a part of a configuration that cannot be read", row)
                    continue
                }
                ledger.add(
                    .unreadable,
                    .init(
                        .unreadable, places.pointer(item.member.value),
                        note: "not in a form that \(row.id) can have; kept verbatim"))
                trace?.link(
                    .unreadable, item.member.value, to: [index.name(item.member.name)], row,
                    "not in a form that \(row.id) can have; kept verbatim")
                builder.keep(item.ordinal)
            }
        }
        var written: [(name: String, value: [UInt8])]
        var losers: [JSONIndex.Member] = []
        switch composite {
        case .remoteConfig:
            guard let source = RemoteConfig.read(members, index) else {
                return keep(except: RemoteConfig.misread(members, index, from: plan.from, to: plan.to))
            }
            written = RemoteConfig.write(source, to: plan.to).filter {
                !refusesStrangers || $0.value != RemoteConfig.null
            }
            if plan.to.isSDK1, let lang = RemoteConfig.lang(source), lang != "en" {
                ledger.add(
                    .stashed,
                    .init(
                        .stashed, places.pointer(anchor.member.value) + "/lang",
                        note: "SDK 1.x has no locale for the payload"))
            }
            for (position, member) in members.enumerated() where position != (source.winner ?? 0) {
                let note =
                    source.hasOtherText
                    ? "a second spelling of the remote config, with a different value"
                    : "a second spelling of the remote config"
                ledger.add(.stashed, .init(.stashed, places.pointer(member.value), note: note))
                if index.name(member.name) != "locale" { losers.append(member) }
            }
        case .offer:
            if plan.to == .serverV2 {
                written = [("offer", Offer.collect(members, index, colon: index.colon(before: anchor.member.value)))]
            } else {
                guard let expanded = Offer.expand(anchor.member.value, index, to: plan.to) else { return keep() }
                written = expanded
            }
        }
        for item in repeated {
            trace?.link(.stashed, [item.member.value], [], row, "a later member of the same name was used")
        }
        for member in losers {
            trace?.link(.stashed, [member.value], [], row, "a second spelling of the remote config")
        }
        let isSame =
            items.count == 1 && written.count == 1 && index.nameEquals(anchor.member.name, written[0].name)
            && written[0].value[...] == index.raw(anchor.member.value)
        trace?.link(isSame ? .copied : .recoded, members.map(\.value), written.map { [$0.name] }, row)
        if isSame {
            ledger.add(.copied, .init(.copied, places.pointer(anchor.member.value), target: row.id))
            builder.keep(anchor.ordinal)
            return
        }
        ledger.add(
            .recoded,
            .init(
                .recoded, places.pointer(anchor.member.value), target: written.map(\.name).joined(separator: ", "),
                note: row.note))
        for (position, member) in written.enumerated() {
            builder.add(
                position == 0 ? anchor.ordinal : nil, after: anchor.ordinal, name: member.name, value: member.value)
        }
    }

    private mutating func attributes(_ node: Int) -> [UInt8]? {
        let isList = plan.from == .serverV2
        let converted = isList ? attributeObject(node) : attributeList(node)
        guard let converted else { return nil }
        ledger.add(
            .recoded,
            .init(
                .recoded, places.pointer(node), target: "custom_attributes",
                note: isList ? "array of {key, value} → object" : "object → array of {key, value}"))
        return converted
    }

    /// Of several elements with one key the last stands, as it does in an object.
    private mutating func attributeObject(_ node: Int) -> [UInt8]? {
        guard index.kind(node) == .array else { return nil }
        let elements = index.elements(node), gaps = Gaps(index, node, elements: elements)
        var order: [(key: ExactText, position: Int)] = []
        var standing: [ExactText: (element: Int, key: Int, value: Int)] = [:]
        for (position, element) in elements.enumerated() {
            guard let key = index.member(element, "key"), let value = index.member(element, "value"),
                let text = index.text(key).map(ExactText.init)
            else { return nil }
            if standing[text] == nil { order.append((text, position)) }
            standing[text] = (element, key, value)
        }
        let isStanding = Set(standing.values.map(\.element))
        for element in elements where !isStanding.contains(element) {
            stash(.init(name: element, value: element), "a later attribute has the same key")
        }
        var writer = GapWriter(open: 0x7B)
        for (text, position) in order {
            guard let (element, key, value) = standing[text] else { continue }
            writer.add(gaps[position], Array(index.raw(key)) + index.colon(before: value) + index.raw(value))
            trace?.link(.recoded, element, to: [text.text])
        }
        return writer.close(gaps.tail, 0x7D)
    }

    private mutating func attributeList(_ node: Int) -> [UInt8]? {
        guard index.kind(node) == .object else { return nil }
        let members = Array(index.members(node)), gaps = Gaps(index, node, members)
        var writer = GapWriter(open: 0x5B)
        for (position, member) in members.enumerated() {
            trace?.link(.recoded, member.value, to: [String(position)])
            let entry = [("key", index.raw(member.name)), ("value", index.raw(member.value))]
            writer.add(gaps[position], JSONText.object(entry, colon: index.colon(before: member.value)))
        }
        return writer.close(gaps.tail, 0x5D)
    }

    // MARK: Entries

    private mutating func entries(_ node: Int, _ table: TableID, _ codec: Codec) throws(MigrationError) -> [UInt8]? {
        guard let from = codec.container(in: plan.from), let to = codec.container(in: plan.to),
            index.kind(node) != .null
        else { return nil }
        switch (from, to) {
        case (.dictionary, .dictionary), (.dictionaryOfLists, .dictionaryOfLists), (.list, .list), (.keyed, .keyed),
            (.keyedLists, .keyedLists):
            return try inPlace(node, table)
        case (.keyed(let key), .dictionary): return try group(node, table, key, isList: false)
        case (.keyedLists(let key), .dictionaryOfLists): return try group(node, table, key, isList: true)
        case (.dictionary, .keyed(let key)), (.dictionaryOfLists, .keyedLists(let key)):
            return try flatten(node, table, key)
        case (.list, .ids(let key)): return pluck(node, key)
        case (.ids(let key), .list): return wrap(node, key)
        default: return nil
        }
    }

    /// Entries in dictionaries and lists, each converted where it stands. The data nests two deep; deeper lists are
    /// copied.
    private mutating func inPlace(_ node: Int, _ table: TableID, depth: Int = 0) throws(MigrationError) -> [UInt8]? {
        guard depth < 4 else { return nil }
        var splices: [(Range<Int>, [UInt8])] = []
        for (step, child) in index.children(node) {
            trace?.enter([step])
            defer { trace?.leave([step]) }
            let count = splices.count
            if index.kind(child) == .array {
                if let bytes = try inPlace(child, table, depth: depth + 1) {
                    splices.append((index.range(child), bytes))
                }
            } else if let inner = Envelope.entry(index, child, table), let bytes = try entry(inner, table, in: child) {
                splices.append((index.range(inner), bytes))
            }
            trace?.link(splices.count > count ? .recoded : .copied, child)
        }
        return index.replacing(splices, in: index.range(node))
    }

    /// The record of an entry, which may be in a wrapper of its own.
    private mutating func entry(_ node: Int, _ table: TableID, in wrapper: Int) throws(MigrationError) -> [UInt8]? {
        guard node != wrapper else { return try record(node, table) }
        var bytes: [UInt8]?
        for member in index.members(wrapper) {
            let step = [index.name(member.name)]
            guard member.value == node else {
                trace?.link(.copied, member.value, to: step)
                continue
            }
            trace?.enter(step)
            bytes = try record(node, table)
            trace?.leave(step)
            trace?.link(bytes == nil ? .copied : .recoded, node, to: step)
        }
        return bytes
    }

    /// `[{key: k, …}]` → `{k: {…}}`; of two entries for one key the one that expires last stands.
    private mutating func group(_ node: Int, _ table: TableID, _ key: String, isList: Bool) throws(MigrationError)
        -> [UInt8]?
    {
        guard index.kind(node) == .array else { return nil }
        let elements = index.elements(node), gaps = Gaps(index, node, elements: elements)
        var order: [ExactText] = []
        var groups: [ExactText: [(position: Int, key: Int)]] = [:]
        for (position, element) in elements.enumerated() {
            guard let keyNode = index.member(element, key), let text = index.text(keyNode).map(ExactText.init) else {
                throw MigrationError(
                    .missingRequired, "the entry has no \(key), and the target needs it as the entry's key",
                    remedy: "add it",
                    path: places.pointer(element), place: index.place(Int(index[element].start)))
            }
            if groups[text] == nil { order.append(text) }
            groups[text, default: []].append((position, keyNode))
        }
        var writer = GapWriter(open: 0x7B)
        for text in order {
            guard let group = groups[text] else { continue }
            let name = Array(index.raw(group[0].key)) + index.colon(before: group[0].key)
            if isList {
                var list = GapWriter(open: 0x5B)
                for (number, entry) in group.enumerated() {
                    list.add(
                        number == 0 ? [] : gaps[entry.position],
                        try moved(elements[entry.position], table, to: [text.text, String(number)]))
                }
                writer.add(gaps[group[0].position], name + list.close([], 0x5D))
            } else {
                let standing = try latest(group.map { elements[$0.position] }, key)
                for entry in group where elements[entry.position] != standing {
                    stash(
                        .init(name: entry.key, value: elements[entry.position]),
                        "several entries have the same \(key); the one that expires last was used")
                }
                writer.add(gaps[group[0].position], name + (try moved(standing, table, to: [text.text])))
            }
        }
        ledger.add(.recoded, .init(.recoded, places.pointer(node), note: "array → dictionary by \(key)"))
        return writer.close(gaps.tail, 0x7D)
    }

    /// An entry that is put elsewhere, below the value at hand.
    private mutating func moved(_ node: Int, _ table: TableID, to place: [String]) throws(MigrationError) -> [UInt8] {
        trace?.enter(place)
        let bytes = try record(node, table) ?? Array(index.raw(node))
        trace?.leave(place)
        trace?.link(.recoded, node, to: place)
        return bytes
    }

    /// The entry that expires last; of several the last.
    ///
    /// - Throws: `unreadable-date` where a date cannot be read: then nobody knows which entry gives access how long.
    private func latest(_ entries: [Int], _ key: String) throws(MigrationError) -> Int {
        guard entries.count > 1 else { return entries[0] }
        var latest = entries[0], end = Int64.min
        for entry in entries {
            // Without a date access never ends.
            let date = Derivation.date("expires_at", index, entry)
            if case .unreadable(let node) = date, !isWayBack {
                throw MigrationError(
                    .unreadableDate,
                    "several entries have the same \(key), and this date cannot be read to see which expires last",
                    remedy:
                        "write the date with its time zone (2030-01-01T00:00:00+0000), or remove the outdated entries",
                    path: places.pointer(node), place: index.place(Int(index[node].start)))
            }
            guard date.instant ?? .max >= end else { continue }
            (latest, end) = (entry, date.instant ?? .max)
        }
        return latest
    }

    private mutating func flatten(_ node: Int, _ table: TableID, _ key: String) throws(MigrationError) -> [UInt8]? {
        guard index.kind(node) == .object else { return nil }
        let members = Array(index.members(node)), gaps = Gaps(index, node, members)
        var writer = GapWriter(open: 0x5B), count = 0
        for (position, member) in members.enumerated() {
            let isList = index.kind(member.value) == .array,
                entries = isList ? index.elements(member.value) : [member.value]
            let inner = isList ? Gaps(index, member.value, elements: entries) : gaps
            for (number, entry) in entries.enumerated() {
                // In a list there is no place for a key without an entry.
                guard index.kind(entry) == .object else {
                    stash(.init(name: member.name, value: entry), "it is not an entry")
                    continue
                }
                let place = String(count)
                var bytes = try moved(entry, table, to: [place])
                if let converted = try? JSONScanner.index(bytes) {
                    if converted.member(0, key) == nil {
                        trace?.link(
                            .recoded, [], [[place, key]],
                            Table[table].rows.first { $0.names.written(plan.to)?.text == key },
                            "its key in the dictionary")
                    }
                    bytes = keyed(bytes, converted, key, index.raw(member.name))
                }
                writer.add(number == 0 ? gaps[position] : inner[number], bytes)
                count += 1
            }
        }
        ledger.add(.recoded, .init(.recoded, places.pointer(node), note: "dictionary → array with \(key)"))
        return writer.close(gaps.tail, 0x5D)
    }

    /// An entry with its key in it: the dictionary's, where the entry itself says none.
    private func keyed(_ entry: [UInt8], _ index: JSONIndex, _ key: String, _ name: ArraySlice<UInt8>) -> [UInt8] {
        guard let own = index.member(0, key) else {
            return [0x7B] + JSONText.member(key, name) + (index.nodes.count > 1 ? [0x2C] : []) + entry[1...]
        }
        return index.kind(own) == .string
            ? entry : Array(entry[..<index.range(own).lowerBound] + name + entry[index.range(own).upperBound...])
    }

    private mutating func pluck(_ node: Int, _ key: String) -> [UInt8]? {
        guard index.kind(node) == .array else { return nil }
        var ids: [[UInt8]] = []
        for element in index.elements(node) {
            // The target has ids alone: an entry without one cannot be in it.
            guard let id = index.member(element, key) else {
                stash(.init(name: element, value: element), "the entry has no \(key)")
                continue
            }
            trace?.link(.copied, id, to: [String(ids.count)])
            ids.append(Array(index.raw(id)))
            stash(.init(name: element, value: element), "the target keeps only the product id")
        }
        return [0x5B] + ids.joined(separator: [0x2C]) + [0x5D]
    }

    private mutating func wrap(_ node: Int, _ key: String) -> [UInt8]? {
        guard index.kind(node) == .array else { return nil }
        var entries: [[UInt8]] = []
        for element in index.elements(node) {
            trace?.link(.renamed, element, to: [String(entries.count), key])
            let member = JSONText.member(key, index.raw(element))
            entries.append([0x7B] + member + [0x7D])
        }
        ledger.add(.recoded, .init(.recoded, places.pointer(node), target: "products", note: "ids → entries"))
        return [0x5B] + entries.joined(separator: [0x2C]) + [0x5D]
    }

    // MARK: What the source does not have

    private mutating func complete(
        _ winners: [Item?], _ tablePlan: TablePlan, _ node: Int, _ builder: inout RecordBuilder
    ) throws(MigrationError) {
        if tablePlan.id == .profile, let envelopeID,
            let row = tablePlan.rows.firstIndex(where: { $0.id == "profile_id" }), winners[row] == nil,
            let name = tablePlan.targets[row]?.last
        {
            builder.insertFirst(name: name, value: envelopeID)
            ledger.add(.renamed, .init(.renamed, "", target: name, note: "from the envelope's id"))
            trace?.link(
                .renamed, Envelope(index).id.map { [$0] } ?? [], [[name]], tablePlan.rows[row], "from the envelope's id"
            )
        }
        if plan.from == .serverV2, let instant = options.instant?.microseconds {
            for (id, value) in Derivation.values(index, node, tablePlan.id, at: instant) {
                guard let row = tablePlan.rows.firstIndex(where: { $0.id == id }),
                    let name = tablePlan.targets[row]?.last, !builder.has([name], in: index)
                else { continue }
                builder.fill([name], Array((value ? "true" : "false").utf8), in: index)
                ledger.add(
                    .derived,
                    .init(.derived, places.pointer(node), target: name, note: "from its dates, at the given instant"))
                trace?.link(.derived, [], [[name]], tablePlan.rows[row], "from its dates, at the given instant")
            }
        }
        if refusesStrangers, tablePlan.id == .paywall { compute(winners, tablePlan, &builder) }
        for row in tablePlan.required {
            if let winner = winners[row], tablePlan.rows[row].codec.isLeaf, index.kind(winner.member.value) != .null {
                continue
            }
            guard let target = tablePlan.targets[row], !builder.has(target, in: index) else { continue }
            let name = target.joined(separator: "/")
            let definition = tablePlan.rows[row]
            if options.fillRequired, !definition.hasPlaceholder(from: plan.from) { throw noPlaceholder(name, node) }
            if options.fillRequired, let placeholder = definition.codec.placeholder(in: plan.to) {
                builder.fill(target, placeholder, in: index)
                ledger.add(
                    .defaulted,
                    .init(
                        .defaulted, places.pointer(node), target: name,
                        note: "placeholder \(String(decoding: placeholder, as: UTF8.self))"))
                trace?.link(.defaulted, [], [target], definition, "a placeholder: the source does not have it")
                continue
            }
            ledger.add(
                .missing,
                .init(
                    .missing, places.pointer(node), target: name,
                    note: "required by \(plan.to.dialect.rawValue), not in the source"))
            trace?.link(
                .missing, [], [target], tablePlan.rows[row],
                "required by \(plan.to.dialect.rawValue), not in the source")
            guard options.strict else { continue }
            throw MigrationError(
                .missingRequired, "\(plan.to.dialect.rawValue) requires \(name), and the source does not have it",
                remedy: "add it, convert without `strict`, or convert with `fillRequired`", path: places.pointer(node),
                place: index.place(Int(index[node].start)))
        }
    }

    private func noPlaceholder(_ name: String, _ node: Int) -> MigrationError {
        let reason: String, remedy: String
        switch (plan.from, name, options.instant) {
        case (.serverV2, "is_active", nil):
            (reason, remedy) = ("depends on the current time", "set `instant` to the time at which to derive it")
        case (.serverV2, "is_active", _):
            reason = "cannot be derived because its dates cannot be read"
            remedy = "write starts_at and expires_at with their time zones (2030-01-01T00:00:00+0000)"
        default: (reason, remedy) = ("is required", "add it, or convert without `fillRequired`")
        }
        return MigrationError(
            .missingRequired, "\(name) \(reason), and no placeholder is safe", remedy: remedy,
            path: places.pointer(node), place: index.place(Int(index[node].start)))
    }

    /// A text of a product in a paywall, with its quotes.
    private func text(of id: String, in product: Int) -> ArraySlice<UInt8>? {
        Table[.reference].row(id)?.names[plan.from].lazy.compactMap { spelling in
            index.member(product, at: spelling.path).flatMap { index.kind($0) == .string ? index.raw($0) : nil }
        }.first
    }

    /// What only some versions for JavaScript have in profiles, and the others refuse (shapes-2026, 1.8).
    private static let refused: Set = ["segment_hash", "is_test_user", "timestamp"]

    /// What the SDK for JavaScript computes from other members, and never sends (shapes-2026, 1.3).
    private mutating func compute(_ winners: [Item?], _ tablePlan: TablePlan, _ builder: inout RecordBuilder) {
        func winner(_ id: String) -> Int? {
            tablePlan.rows.firstIndex { $0.id == id }.flatMap { winners[$0] }.map(\.member.value)
        }
        func add(_ id: String, _ value: [UInt8]) {
            guard let row = tablePlan.rows.first(where: { $0.id == id }), let name = row.names.written(plan.to)?.text,
                !builder.has([name], in: index)
            else { return }
            builder.append(name: name, value: value)
            ledger.add(
                .derived, .init(.derived, places.pointer(builder.node), target: name, note: "from other members"))
            trace?.link(.derived, [], [[name]], row, "from other members")
        }
        let hasBuilder = winner("paywall_builder").map { index.kind($0) == .object } ?? false
        add("use_paywall_builder", Array((hasBuilder ? "true" : "false").utf8))
        let products = winner("products").map { index.elements($0) } ?? []
        let identifiers = products.map { product in
            let said = [
                ("vendorProductId", "vendor_product_id"), ("adaptyProductId", "adapty_product_id"),
                ("basePlanId", "base_plan_id"),
            ].compactMap { script, id in text(of: id, in: product).map { (script, $0) } }
            return JSONText.object(said, colon: [0x3A])
        }
        add("product_identifiers", [0x5B] + identifiers.joined(separator: [0x2C]) + [0x5D])
    }
}

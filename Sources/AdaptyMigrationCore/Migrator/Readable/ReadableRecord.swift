/// Adapts a converted record to the decoder of one SDK version. A single value that the decoder cannot read makes it
/// refuse the whole record, and the user loses access while offline.
///
/// Worked example, for SDK 3.12: `{"id":"gold","store":null,"expires_at":"","is_active":false,"is_active":true}`
/// becomes `{"id":"gold","store":"","expires_at":null,"is_active":true}`. SDK 1.x read the record in exactly this way:
/// an unreadable date was no date, a missing text was empty, and of two members the last was used (`JSONDecoder` uses
/// the first). The changes lose nothing: the residue has the original, or the backup of an app's data.
package struct ReadableRecord {
    let index: JSONIndex
    /// The column of the dialect that the SDK version reads.
    let column: Column
    let sdk: SDKVersion
    /// Whether an end of access that cannot be read is refused. SDK 1.x read it as no end.
    private let refusesEnds: Bool
    /// Whether the paywalls are those of an answer of the server, or of a fallback file, which has in its `meta` what is
    /// the same for all of them.
    var isListed = false
    /// JSON pointers to the values that were changed, with the reason.
    package private(set) var changes: [(path: String, note: String)] = []
    /// JSON pointers to the members that are missing, where no value is safe.
    package private(set) var missing: [String] = []

    package init(_ index: JSONIndex, _ column: Column, _ sdk: SDKVersion, refusesEnds: Bool = false) {
        self.refusesEnds = refusesEnds
        self.index = index
        self.column = column
        self.sdk = sdk
    }

    /// The record's text; `nil` when the decoder reads it as it is.
    ///
    /// - Parameter key: the key under which an entry is, with its quotes.
    package mutating func text(_ node: Int, _ table: TableID, key: [UInt8]? = nil) -> [UInt8]? {
        object(
            node, TableRules.of(table, from: column, to: column), needs: SDKNeed.of(table, in: sdk), key: key)
    }

    /// The text of a placement beside its paywalls; `nil` when the decoder reads it as it is.
    mutating func placement(_ node: Int) -> [UInt8]? {
        let rules = TableRules.of(.paywall, from: column, to: column), name = "placement"
        guard let fields = rules.pointee.rule(KnownNames.numbers.number(name))?.pointee.child else { return nil }
        return object(node, fields, isHolder: true, needs: SDKNeed.of(.paywall, in: sdk, holder: name))
    }

    /// The new text of a member of the record, or of an object that contains its fields (`placement`); `nil` when it
    /// stays.
    private mutating func member(
        _ member: JSONIndex.Member, _ rules: UnsafePointer<TableRules>, isHolder: Bool
    ) -> [UInt8]? {
        guard let rule = rules.pointee.rule(index[member.name].number)?.pointee, rule.operation != .platform else {
            return nil
        }
        let name = index.name(member.name)
        guard rule.operation == .holder else {
            let isHere =
                (isHolder || rules.pointee.targets[Int(rule.row)] == [name])
                && SDKNeed.isRead(name, in: rules.pointee.id, by: sdk)
            return isHere ? value(rules.pointee.rows[Int(rule.row)], member.value) : nil
        }
        guard index.kind(member.value) == .object, let fields = rule.child else {
            return rule.scalar.flatMap { value(rules.pointee.rows[Int($0.pointee.row)], member.value) }
        }
        let needs = SDKNeed.of(rules.pointee.id, in: sdk, holder: name)
        return object(member.value, fields, isHolder: true, needs: needs)
    }

    /// The object with each value in the form that the decoder reads, without earlier duplicates, and with missing
    /// required members.
    private mutating func object(
        _ node: Int, _ rules: UnsafePointer<TableRules>, isHolder: Bool = false, needs: [SDKNeed],
        key: [UInt8]? = nil
    ) -> [UInt8]? {
        let last = lastMembers(node), needs = isListed ? needs.filter { !$0.isInMeta } : needs
        let isRecord = !isHolder && (rules.pointee.id == .profile || rules.pointee.id == .paywall)
        var texts: [[UInt8]] = [], isChanged = false
        // A null is no value (shapes-2026, 7.1).
        var fillers: [String: [UInt8]] = [:]
        var renames: [String: String] = [:]
        for need in needs where !isMet(need, last[need.name], in: node) {
            if case .renamed(let former, _) = need.filler, let value = last[former], integer(value) != nil {
                renames[former] = need.name
                changes.append((index.pointer(value), "SDK \(sdk) reads it as \(need.name)"))
            } else {
                fillers[need.name] = filler(need, node, key)
            }
        }
        for member in index.members(node) {
            let name = index.name(member.name)
            if isRecord, sdk >= "2.11.0", name == "attributes" {
                // An object there wins over the members beside it, and a null is refused (shapes-2026, 7.1).
                changes.append((index.pointer(member.value), "it would be read in the place of the record"))
                isChanged = true
                continue
            }
            guard last[name] == member.value else {
                changes.append((index.pointer(member.value), ReadableRecord.isOutdone))
                isChanged = true
                continue
            }
            var value = fillers[name] ?? self.member(member, rules, isHolder: isHolder)
            if value == ReadableRecord.null, let need = needs.first(where: { $0.name == name }) {
                // The value that stands in the end is told once.
                changes.removeAll { $0.path == index.pointer(member.value) }
                value = filler(need, node, key) ?? value
            }
            if value != nil || renames[name] != nil { isChanged = true }
            let written = renames[name].map { JSONText.encode($0) } ?? Array(index.raw(member.name))
            texts.append(written + [0x3A] + (value ?? Array(index.raw(member.value))))
        }
        for need in needs where last[need.name] == nil {
            guard !renames.values.contains(need.name), let filler = fillers[need.name] else { continue }
            texts.append(JSONText.member(need.name, filler[...]))
            isChanged = true
        }
        return isChanged ? [0x7B] + texts.joined(separator: [0x2C]) + [0x7D] : nil
    }

    private static let null = Array("null".utf8)

    private func isMet(_ need: SDKNeed, _ node: Int?, in object: Int) -> Bool {
        // What an SDK stored itself keeps its names.
        if case .renamed = need.filler, !refusesEnds { return true }
        if case .copy(let path) = need.filler {
            return node.map { index.kind($0) == .string } ?? (text(at: path, in: object) == nil)
        }
        guard let node, index.kind(node) != .null else { return false }
        if need.name == "placement" { return index.kind(node) == .object }
        if case .integer(let bounds) = need.filler { return integer(node).map(bounds.contains) ?? false }
        return true
    }

    private func text(at path: [String], in object: Int) -> [UInt8]? {
        index.member(object, at: path).flatMap { index.kind($0) == .string ? Array(index.raw($0)) : nil }
    }

    /// The value for a member that is missing; `nil` where no value is safe, which is noted.
    private mutating func filler(_ need: SDKNeed, _ node: Int, _ key: [UInt8]?) -> [UInt8]? {
        let text: [UInt8]
        switch need.filler {
        case .text(let filler): text = Array(filler.utf8)
        case .key: text = key ?? Array("\"\"".utf8)
        case .member(let path, let filler): text = value(path, in: node, like: filler)
        case .renamed(_, let filler): text = Array(filler.utf8)
        case .copy(let path): text = self.text(at: path, in: node) ?? ReadableRecord.null
        case .integer(let bounds):
            let value = index.member(node, need.name).flatMap { integer($0) } ?? bounds.upperBound
            text = Array("\(min(max(value, bounds.lowerBound), bounds.upperBound))".utf8)
        case .earliest(let names): text = earliest(names, in: node)
        case .none:
            missing.append(index.pointer(node) + "/" + need.name)
            return nil
        }
        changes.append(
            (
                index.pointer(node) + "/" + need.name,
                "required by SDK \(sdk): \(String(decoding: text, as: UTF8.self))"
            ))
        return text
    }

    /// The value of a member as the decoder reads it; a JSON text where that is of another kind than the text.
    private func value(_ path: [String], in node: Int, like text: String) -> [UInt8] {
        guard let other = index.member(node, at: path) else { return Array(text.utf8) }
        let isAlike: Bool
        switch text {
        case _ where text.hasPrefix("\""): isAlike = index.kind(other) == .string
        case "false":
            if case .recoded(let flag) = Codec.flag.recode(index, other, from: column, to: column) { return flag }
            isAlike = index.kind(other) == .true
        default: isAlike = integer(other) != nil
        }
        return isAlike ? Array(index.raw(other)) : Array(text.utf8)
    }

    /// The earliest of these dates that can be read and is not after the object's end.
    private func earliest(_ names: [String], in node: Int) -> [UInt8] {
        let last = lastMembers(node)
        func date(_ name: String) -> (moment: Int64, text: [UInt8])? {
            guard let date = last[name].flatMap({ Timestamp(index, $0) }), date.token.first == 0x22 else { return nil }
            return date.microseconds.map { ($0, date.token) }
        }
        let end = date("expires_at")?.moment ?? .max
        return names.compactMap(date).filter { $0.moment <= end }.min { $0.moment < $1.moment }?.text
            ?? Array("\"1970-01-01T00:00:00.000Z\"".utf8)
    }

    /// Fields that the decoders read as addresses, and as lists of texts (shapes-2026, 7.1–7.3).
    private static let addresses: Set = ["web_purchase_url"], textLists: Set = ["applied_attribution_sources"]
    /// Dates that decide until when there is access.
    private static let ends: Set = ["expires_at", "starts_at"]

    private static let isOutdone = "a later member of that name was used"

    /// By name, the last value.
    private func lastMembers(_ node: Int) -> [String: Int] {
        Dictionary(index.members(node).map { (index.name($0.name), $0.value) }) { _, last in last }
    }

    // MARK: Values

    /// The value in the form that the decoder reads; `nil` when it already is.
    private mutating func value(_ row: Row, _ node: Int) -> [UInt8]? {
        let isRequired = row.isRequired(in: column)
        guard index.kind(node) != .null else {
            return isRequired ? fill(row, node, "null where a value is required") : nil
        }
        switch row.codec {
        case .record(let table):
            return index.kind(node) == .object ? text(node, table) : fill(row, node, "not an object")
        case .entries(let table, _): return entries(row, node, table)
        case .attributes: return attributes(row, node)
        case .custom(.remoteConfig):
            return isConfiguration(node) ? nil : fill(row, node, "not a remote configuration that SDK \(sdk) reads")
        case .object(.builder):
            return isBuilder(node) ? nil : fill(row, node, "not a builder that SDK \(sdk) reads")
        case .text where ReadableRecord.addresses.contains(row.id):
            return isAddress(node) ? nil : fill(row, node, "not an address")
        case .any where ReadableRecord.textLists.contains(row.id):
            return isTextList(node) ? nil : fill(row, node, "not a list of texts")
        case .integer: return integer(node) != nil ? nil : fill(row, node, "not an integer")
        case .eligibility:
            return isEligibility(node) ? nil : fill(row, node, "not an eligibility that SDK \(sdk) reads")
        default:
            switch row.codec.recode(index, node, from: column, to: column) {
            case .same: return nil
            case .recoded(let bytes), .repaired(let bytes): return bytes
            case .unreadable where row.codec == .text && index.kind(node) == .number:
                // Ids are numbers in some services.
                let text = JSONText.encode(String(decoding: index.raw(node), as: UTF8.self))
                changes.append((index.pointer(node), "a number: \(String(decoding: text, as: UTF8.self))"))
                return text
            case .unreadable: return fill(row, node, "not readable as \(row.codec)")
            }
        }
    }

    /// The replacement for an invalid value: the documented placeholder if a value is required, otherwise null.
    private mutating func fill(_ row: Row, _ node: Int, _ reason: String) -> [UInt8] {
        let isEmpty = index.kind(node) == .string && index.range(node).count == 2
        let isUnreadableEnd = refusesEnds && ReadableRecord.ends.contains(row.id) && !isEmpty
        let isID = row.id == "vendor_product_id" || !row.hasPlaceholder(from: column)
        let isUnsafe = row.isRequired(in: column) && (row.codec == .flag || refusesEnds && isID)
        if isUnreadableEnd || isUnsafe, index.kind(node) != .null {
            // Any value for it could give access, or take it away.
            missing.append(index.pointer(node))
            return Array(index.raw(node))
        }
        let need = SDKNeed.of(.product, in: sdk).first { row.codec == .eligibility && $0.name == row.id }
        var placeholder = row.isRequired(in: column) ? row.codec.placeholder(in: column) : nil
        if case .text(let filler)? = need?.filler { placeholder = placeholder ?? Array(filler.utf8) }
        let text = placeholder ?? ReadableRecord.null
        changes.append((index.pointer(node), "\(reason): \(String(decoding: text, as: UTF8.self))"))
        return text
    }

    /// SDK 1.x skipped invalid entries. Later decoders refuse all entries because of one.
    private mutating func entries(_ row: Row, _ node: Int, _ table: TableID) -> [UInt8]? {
        switch (row.codec.container(in: column), index.kind(node)) {
        case (.dictionary, .object): return map(node, .records(table, key: nil))
        case (.dictionaryOfLists, .object): return map(node, .lists(table))
        case (.list, .array): return list(node, table)
        default: return fill(row, node, "not readable as \(row.codec)")
        }
    }

    /// The result for an entry.
    private enum Fate {
        case same
        case rewritten([UInt8])
        case leftOut(String)

        static let noEntry = Fate.leftOut("not an entry: left out")

        /// - Parameter text: `nil` when the entry is read as it is.
        init(_ text: [UInt8]?) { self = text.map { .rewritten($0) } ?? .same }
    }

    /// The kind of entries.
    private enum Entries {
        case records(TableID, key: [UInt8]?), lists(TableID), attributes
    }

    /// - Parameter lead: the entry's key with its colon; empty for none.
    private mutating func fate(_ node: Int, _ entries: Entries, _ lead: [UInt8]) -> Fate {
        let own = lead.isEmpty ? nil : Array(lead.dropLast())
        switch entries {
        case .records(let table, let key):
            return index.kind(node) == .object ? Fate(text(node, table, key: own ?? key)) : strange(node)
        case .lists(let table): return index.kind(node) == .array ? Fate(list(node, table, key: own)) : strange(node)
        case .attributes:
            if index.kind(node).isContainer { return .noEntry }
            if sdk >= "3.12.0", let text = index.text(node), text.count > 50 { return .noEntry }
            return .same
        }
    }

    /// What is no entry. Left out, it would take access away.
    private mutating func strange(_ node: Int) -> Fate {
        guard refusesEnds, index.kind(node) != .null else { return .noEntry }
        missing.append(index.pointer(node))
        return .same
    }

    private mutating func list(_ node: Int, _ table: TableID, key: [UInt8]? = nil) -> [UInt8]? {
        kept(index.elements(node).map { ([], $0) }, .records(table, key: key)).map { [0x5B] + $0 + [0x5D] }
    }

    private mutating func map(_ node: Int, _ entries: Entries) -> [UInt8]? {
        kept(
            index.members(node).map { (Array(index.raw($0.name)) + [0x3A], $0.value) }, entries,
            last: Set(lastMembers(node).values)
        ).map { [0x7B] + $0 + [0x7D] }
    }

    /// The entries without those that are left out, each with the text before it; `nil` when all stay as they are.
    ///
    /// - Parameter last: the values that are used; `nil` for all.
    private mutating func kept(_ list: [(lead: [UInt8], node: Int)], _ entries: Entries, last: Set<Int>? = nil)
        -> [UInt8]?
    {
        var texts: [[UInt8]] = [], isChanged = false
        for entry in list {
            let isOutdone = last.map { !$0.contains(entry.node) } ?? false
            switch isOutdone ? .leftOut(ReadableRecord.isOutdone) : fate(entry.node, entries, entry.lead) {
            case .same: texts.append(entry.lead + index.raw(entry.node))
            case .rewritten(let text):
                texts.append(entry.lead + text)
                isChanged = true
            case .leftOut(let reason):
                changes.append((index.pointer(entry.node), reason))
                isChanged = true
            }
        }
        return isChanged ? Array(texts.joined(separator: [0x2C])) : nil
    }

    /// Attributes are texts and numbers. From 3.12 on, a text of more than fifty characters is refused.
    private mutating func attributes(_ row: Row, _ node: Int) -> [UInt8]? {
        guard index.kind(node) == .object else { return fill(row, node, "not attributes") }
        return map(node, .attributes)
    }

    private func isText(_ name: String, _ node: Int) -> Bool {
        index.member(node, name).map { index.kind($0) == .string } ?? false
    }

    /// Both members are required since 2.11.0, which is the first version that reads it.
    private func isBuilder(_ node: Int) -> Bool {
        sdk < "2.11.0" || index.kind(node) == .object && isText("paywall_builder_id", node) && isText("lang", node)
    }

    /// Foundation refuses empty addresses, and those with spaces.
    private func isAddress(_ node: Int) -> Bool {
        index.text(node).map { !$0.isEmpty && !$0.utf8.contains(0x20) } ?? false
    }

    private func isTextList(_ node: Int) -> Bool {
        index.kind(node) == .array && index.elements(node).allSatisfy { index.kind($0) == .string }
    }

    /// Foundation reads `5.0` and `1.7e12` as integers, too.
    private func integer(_ node: Int) -> Int64? {
        guard index.kind(node) == .number, let number = Double(String(decoding: index.raw(node), as: UTF8.self)),
            number.magnitude < 9.2e18
        else { return nil }
        return Int64(exactly: number)
    }

    private func isEligibility(_ node: Int) -> Bool {
        guard let text = index.text(node) else { return false }
        return sdk < "2.5.0" || ["eligible", "ineligible", "not_applicable"].contains(text)
    }

    /// `lang` is required since 2.3.0, `data` since 2.11.0. On Android, `data` is an object or empty since then.
    private func isConfiguration(_ node: Int) -> Bool {
        guard index.kind(node) == .object, isText("lang", node) else { return sdk < "2.3.0" }
        let data = index.member(node, "data").map { index.kind($0) } ?? .null
        guard sdk >= "2.11.0" else { return data == .string || data == .null }
        guard let text = index.member(node, "data").flatMap({ index.text($0) }) else { return false }
        // Android 2.11–3.4 does not read an empty one (shapes-2026, 7.5). Fallback files have it all the same.
        if text.isEmpty { return sdk >= "3.5.0" || isListed }
        return (try? JSONScanner.index(Array(text.utf8), maximumDepth: 512)).map { $0.kind(0) == .object } ?? false
    }
}

/// What a document says for and against each column.
struct DialectScore {
    /// Why a column is out, or out unless nothing fits better.
    struct Objection: Sendable {
        let path: String
        let reason: String
    }

    private let index: JSONIndex
    private(set) var hard: [Column: Objection] = [:]
    private(set) var soft: [Column: Objection] = [:]
    /// Members that only some columns know, with those columns.
    private(set) var evidence: [(path: String, columns: [Column])] = []
    /// The rows met, in order, by column: equal signatures give equal upgrades.
    private(set) var signatures: [Column: UInt64] = [:]
    /// Columns with a member that SDK 2 does not have.
    private(set) var beyondSDK2 = false

    let columns: [Column]

    init(_ index: JSONIndex, columns: [Column]) {
        self.index = index
        self.columns = columns
        for column in columns { signatures[column] = 0xCBF2_9CE4_8422_2325 }
    }

    mutating func object(_ column: Column, _ node: Int, _ reason: String) { if hard[column] == nil { hard[column] = Objection(path: index.pointer(node), reason: reason) } }
    mutating func doubt(_ column: Column, _ node: Int, _ reason: String) { if soft[column] == nil { soft[column] = Objection(path: index.pointer(node), reason: reason) } }

    mutating func record(_ node: Int, _ table: TableID) {
        guard index.kind(node) == .object else { return }
        let vocabulary = Vocabulary.of(table)
        for member in index.members(node) {
            guard let entry = vocabulary[index, member.name] else { continue }
            weigh(entry, member, vocabulary)
            if !entry.holders.isEmpty, index.kind(member.value) == .object {
                let holder = index.name(member.name)
                for inner in index.members(member.value) {
                    guard let entry = vocabulary.held(holder, index.name(inner.name)) else { continue }
                    weigh(entry, inner, vocabulary, isHeld: true)
                }
            }
        }
    }

    private mutating func weigh(_ entry: Vocabulary.Entry, _ member: JSONIndex.Member, _ vocabulary: Vocabulary, isHeld: Bool = false) {
        let knowing = columns.filter { entry.isKnown(in: $0) }
        if knowing.count < columns.count, !knowing.isEmpty, evidence.count < 64 {
            evidence.append((index.pointer(member.name), knowing.filter { entry.holders.contains($0) || entry[$0]?.use == .native || entry[$0]?.use == .older || entry[$0]?.use == .fallback }))
        }
        var descended: Set<String> = []
        for column in columns {
            if entry.holders.contains(column), index.kind(member.value) == .object { continue }
            guard let meaning = entry[column] else {
                if !isHeld { object(column, member.name, "no such member in \(column.dialect.rawValue)") }
                mix(column, 0)
                continue
            }
            mix(column, UInt64(meaning.row) + 1)
            if meaning.use == .carried || meaning.use == .leftover { doubt(column, member.name, "not \(column.dialect.rawValue)'s own member") }
            let row = vocabulary.table.rows[meaning.row]
            if let reason = row.codec.objection(index, member.value, in: column) { object(column, member.value, reason) }
        }
        if columns.contains(.sdk3), columns.contains(.sdk2), let meaning = entry[.sdk3] {
            let isOwn = meaning.use == .native || meaning.use == .older
            if isOwn, entry[.sdk2].map({ $0.use == .carried || $0.use == .leftover }) ?? true { beyondSDK2 = true }
        }
        if entry.holders.contains(.sdk3), index.kind(member.value) == .object { beyondSDK2 = true }
        for column in columns {
            guard let meaning = entry[column] else { continue }
            let codec = vocabulary.table.rows[meaning.row].codec
            guard descended.insert(codec.description).inserted else { continue }
            switch codec {
            case .record(let table): record(member.value, table)
            case .entries(let table, _): entries(member.value, table)
            default: continue
            }
        }
    }

    private mutating func entries(_ node: Int, _ table: TableID) {
        let children = index.kind(node) == .object ? index.members(node).map(\.value) : index.elements(node)
        for child in children {
            if index.kind(child) == .array { entries(child, table) } else if index.kind(child) == .object { record(child, table) }
        }
    }

    private mutating func mix(_ column: Column, _ value: UInt64) {
        signatures[column] = ((signatures[column] ?? 0) ^ value) &* 0x0000_0100_0000_01B3
    }
}

extension Codec {
    /// Why a value of this form cannot be this column's; `nil` when it can.
    func objection(_ index: JSONIndex, _ node: Int, in column: Column) -> String? {
        let kind = index.kind(node)
        if kind == .null { return nil }
        switch self {
        case .flag, .sandbox:
            if self == .sandbox, column == .serverV2 { return kind == .string ? nil : "environment is text in server-v2" }
            if kind == .true || kind == .false || column == .sdk1Wire || column == .sdk1Bridge || column == .sdk1BridgeSnake || column.isEvent { return nil }
            return kind == .number || kind == .string ? "\(column.dialect.rawValue) has true and false for flags" : nil
        case .timestamp:
            if kind == .number, !column.hasNumericDates, !column.isEvent { return "\(column.dialect.rawValue) has text for dates" }
            return kind == .string && column.hasNumericDates ? "sdk1-stored has numbers for dates" : nil
        case .attributes:
            let isArray = kind == .array, isEmpty = isArray && index.elements(node).isEmpty
            if column == .serverV2 { return isArray ? nil : "server-v2 has an array of {key, value} for attributes" }
            if isArray, isEmpty, column == .sdk1Wire || column == .serverV1 { return nil }
            return isArray ? "\(column.dialect.rawValue) has an object for attributes" : nil
        case .entries:
            let wantsArray: Bool = switch container(in: column) {
            case .list, .keyed, .keyedLists, .ids: true
            default: false
            }
            return (kind == .array) == wantsArray ? nil : "\(column.dialect.rawValue) has \(wantsArray ? "an array" : "an object") here"
        case .eligibility:
            if kind == .string, index.range(node).count > 2 { return column.hasFlagEligibility ? "\(column.dialect.rawValue) has a flag for eligibility" : nil }
            if column == .sdk2Bridge { return "sdk2-bridge has text for eligibility" }
            return kind == .number && column != .sdk1Wire && column != .sdk1BridgeSnake ? "\(column.dialect.rawValue) has no number for eligibility" : nil
        case .periodUnit, .paymentMode:
            if kind == .number { return column == .sdk1Stored || column == .sdk1Bridge || column == .sdk1BridgeSnake ? nil : "\(column.dialect.rawValue) has text for enumerations" }
            return column.hasNumericEnums ? "sdk1-stored has integers for enumerations" : nil
        case .eventName:
            guard column == .webhook, let text = index.text(node), EventName(rawValue: text).canonical.rawValue != text else { return nil }
            return "\(text) is an older spelling of \(EventName(rawValue: text).canonical.rawValue)"
        case .number:
            return kind == .object && !column.isEvent ? "a number belongs here" : nil
        default: return nil
        }
    }
}

/// What a document says for and against each column.
struct DialectScore {
    /// Why a column is out, or out unless nothing fits better.
    struct Objection: Sendable {
        let node: Int
        let reason: String
    }

    private let index: JSONIndex
    private(set) var hard: [Objection?] = Array(repeating: nil, count: Column.allCases.count)
    private(set) var soft: [Objection?] = Array(repeating: nil, count: Column.allCases.count)
    /// How often each column is out: what tells columns of a dialect apart that somebody named although a document fits none of them.
    private(set) var objections: [Int] = Array(repeating: 0, count: Column.allCases.count)
    /// How much each column is doubted. What servers leave behind weighs little beside another dialect's own members.
    private(set) var doubts: [Int] = Array(repeating: 0, count: Column.allCases.count)
    /// Names that only some columns have, and which.
    private(set) var evidence: [(name: Int, own: ColumnSet)] = []
    /// The rows met, in order, by column: equal signatures give equal upgrades.
    private(set) var signatures: [UInt64] = Array(repeating: 0xCBF2_9CE4_8422_2325, count: Column.allCases.count)
    /// The document has a member that SDK 2 does not have.
    private(set) var isBeyondSDK2 = false

    let columns: [Column]
    private let all: ColumnSet

    init(_ index: JSONIndex, columns: [Column]) {
        self.index = index
        self.columns = columns
        all = ColumnSet(columns)
    }

    mutating func object(_ column: Column, _ node: Int, _ reason: @autoclosure () -> String) {
        objections[column.rawValue] += 1
        if hard[column.rawValue] == nil { hard[column.rawValue] = Objection(node: node, reason: reason()) }
    }

    mutating func doubt(_ column: Column, _ node: Int, weight: Int = 100, _ reason: @autoclosure () -> String) {
        doubts[column.rawValue] += weight
        if soft[column.rawValue] == nil { soft[column.rawValue] = Objection(node: node, reason: reason()) }
    }

    mutating func record(_ node: Int, _ table: TableID) {
        guard index.kind(node) == .object else { return }
        let vocabulary = Vocabulary.of(table)
        for member in index.members(node) {
            guard let entry = vocabulary[index, member.name] else { continue }
            weigh(entry, member, vocabulary, isHeld: false)
            guard !entry.holders.isEmpty, index.kind(member.value) == .object else { continue }
            let holder = index.name(member.name)
            for inner in index.members(member.value) {
                if let entry = vocabulary.held(holder, index.name(inner.name)) { weigh(entry, inner, vocabulary, isHeld: true) }
            }
        }
    }

    private mutating func weigh(_ entry: Vocabulary.Entry, _ member: JSONIndex.Member, _ vocabulary: Vocabulary, isHeld: Bool) {
        let own = entry.own.intersection(all)
        if own != all, evidence.count < 64 { evidence.append((member.name, own)) }
        let isObject = index.kind(member.value) == .object
        var checked: [Int] = []
        for column in columns {
            if entry.holders.contains(column), isObject { continue }
            guard let meaning = entry[column] else {
                mix(column, 0)
                if isHeld { continue }
                if entry.elsewhere.contains(column) {
                    object(column, member.name, "\(column.dialect.rawValue) spells this otherwise")
                } else {
                    doubt(column, member.name, "\(column.dialect.rawValue) has no such member")
                }
                continue
            }
            mix(column, UInt64(meaning.row) + 1)
            if meaning.use == .carried || meaning.use == .leftover { doubt(column, member.name, weight: meaning.use == .carried ? 100 : 1, "not \(column.dialect.rawValue)'s own member") }
            if let reason = vocabulary.table.rows[meaning.row].codec.objection(index, member.value, in: column) { object(column, member.value, reason) }
            if !checked.contains(meaning.row) { checked.append(meaning.row) }
        }
        if entry.own.contains(.sdk3), !entry.own.contains(.sdk2) || entry.holders.contains(.sdk3) && isObject { isBeyondSDK2 = true }
        for row in checked {
            switch vocabulary.table.rows[row].codec {
            case .record(let table): record(member.value, table)
            case .entries(let table, _): entries(member.value, table)
            default: continue
            }
        }
    }

    /// The data nests entries two deep (dictionary, list); the bound keeps hostile nesting off the call stack.
    private mutating func entries(_ node: Int, _ table: TableID, depth: Int = 0) {
        let children = index.kind(node) == .object ? index.members(node).map(\.value) : index.elements(node)
        for child in children {
            if index.kind(child) != .array { record(child, table) } else if depth < 4 { entries(child, table, depth: depth + 1) }
        }
    }

    private mutating func mix(_ column: Column, _ value: UInt64) {
        signatures[column.rawValue] = (signatures[column.rawValue] ^ value) &* 0x0000_0100_0000_01B3
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

/// What becomes of one member of a record.
struct MemberRule {
    enum Operation: UInt8 {
        /// A value that is looked at, not into.
        case leaf
        /// The target has no such field.
        case cut
        case record
        /// Records in a dictionary or list, in both columns alike.
        case entries
        /// The object that has it needs a ``Converter``.
        case irregular
    }

    private(set) var operation = Operation.irregular
    private(set) var row = 0
    /// The row's bit in a set of rows.
    var bit: UInt64 { 1 << UInt64(row) }
    private(set) var codec = Codec.any
    /// The table of the records inside.
    private(set) var child = TableID.profile
    /// The kinds of values that stay as they are and come back so, and those that no side can read, one bit each.
    private(set) var same: UInt8 = 0, unreadable: UInt8 = 0
    /// A string that is a canonical date stays, too.
    private(set) var isDate = false
    /// The name as the target writes it, and as the way back writes that one, with quotes.
    private(set) var target = Text.empty, base = Text.empty
    private(set) var isRenamed = false, isRespelled = false
    /// The member that tells the elements of an array apart.
    private(set) var isIdentity = false
    /// A profile's id, and whether it is one that is read only where no stronger spelling is there.
    private(set) var isProfileID = false, isFallback = false

    init(_ name: String, _ table: Table, _ plan: TablePlan, _ back: TablePlan, from: Column, to: Column) {
        // A name that the way back alone knows would be changed by it.
        guard case .row(let row, _, let use)? = plan.action(name), row < 64 else { return }
        let definition = table.rows[row]
        (self.row, codec) = (row, definition.codec)
        isProfileID = table.id == .profile && definition.id == "profile_id"
        isFallback = use == .fallback
        isIdentity = definition.id == table.identity
        if case .custom(let composite) = codec,
            composite != .remoteConfig || !RemoteConfig.isAlone(name, use, from: from, to: to)
        {
            return
        }
        guard let target = plan.targets[row] else {
            if !isFallback, !MemberRule.isLive(definition, from) { operation = .cut }
            return
        }
        guard target.count == 1, case .row(let sameRow, _, _)? = back.action(target[0]), sameRow == row,
            let base = back.targets[row], base.count == 1, !isFallback || isProfileID
        else { return }
        self.target = Text(kept: JSONText.encode(target[0]))
        self.base = Text(kept: JSONText.encode(base[0]))
        isRenamed = name != target[0]
        isRespelled = name != base[0]
        switch codec {
        case .record(let child): (operation, self.child) = (.record, child)
        case .entries(let child, _):
            if codec.isAlike(from, to) { (operation, self.child) = (.entries, child) }
        case .attributes where (from == .serverV2) != (to == .serverV2): return
        default:
            operation = .leaf
            (same, unreadable) = codec.staying(from, to)
            isDate = codec == .timestamp && !from.hasNumericDates && !to.hasNumericDates && !to.isEvent
            if case .custom = codec, !isRenamed { same = JSONKind.object.bit | JSONKind.null.bit }
        }
    }

    /// Whether a cut member of the row would be read again, so that it must be guarded.
    private static func isLive(_ row: Row, _ from: Column) -> Bool {
        if case .custom = row.codec { return true }
        return from == .sdk3
    }
}

extension Codec {
    /// Whether both columns have the entries in the same kind of container.
    fileprivate func isAlike(_ a: Column, _ b: Column) -> Bool {
        switch (container(in: a), container(in: b)) {
        case (.dictionary, .dictionary), (.dictionaryOfLists, .dictionaryOfLists), (.list, .list): true
        default: false
        }
    }

    /// The kinds of values that stay, there and back, and those that cannot be read, whatever their text. Of the others
    /// ``recode(_:_:from:to:)`` decides.
    fileprivate func staying(_ from: Column, _ to: Column) -> (same: UInt8, unreadable: UInt8) {
        let all: UInt8 = 0x7F
        func split(_ same: [JSONKind], open: [JSONKind]) -> (UInt8, UInt8) {
            let same = same.reduce(JSONKind.null.bit) { $0 | $1.bit }
            return (same, all & ~same & ~open.reduce(0) { $0 | $1.bit })
        }
        if to.isEvent, self != .eventName { return (all, 0) }
        return switch self {
        case .text: split([.string], open: [])
        case .number, .integer: split([.number], open: [])
        case .any, .record, .entries: (all, 0)
        case .custom: (0, 0)
        case .flag: split([.true, .false], open: [.number, .string])
        case .sandbox where from == .serverV2 || to == .serverV2: split([], open: [.true, .false, .number, .string])
        case .sandbox: split([.true, .false], open: [.number, .string])
        case .timestamp: split([], open: [.number, .string])
        case .attributes: split([.object], open: [.array])
        case .eligibility: split([], open: [.number, .string, .true, .false])
        case .periodUnit, .paymentMode: split([], open: [.number, .string])
        case .eventName: split([], open: [.string])
        }
    }
}

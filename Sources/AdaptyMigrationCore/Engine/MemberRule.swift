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
        /// Records in a list, which the target has in a dictionary, and the way back.
        case grouped, flattened
        /// A list of attributes, which the target has as an object, and the way back.
        case attributeObject, attributeList
        /// The offer of API v2, and on the way back the members that it became.
        case offer, offerPart
        /// The object that has it needs a ``Converter``.
        case irregular
    }

    private(set) var operation = Operation.irregular
    /// The kinds of values with which nothing is to be done, one bit each.
    private(set) var quiet: UInt8 = 0
    /// The kinds of values that stay as they are and come back so, and those that no side can read, one bit each.
    private(set) var same: UInt8 = 0, unreadable: UInt8 = 0
    /// A string that is a canonical date stays, too.
    private(set) var isDate = false
    private(set) var isRenamed = false
    /// The member that tells the elements of an array apart.
    private(set) var isIdentity = false
    /// A profile's id, and whether it is one that is read only where no stronger spelling is there.
    private(set) var isProfileID = false, isFallback = false
    /// Whether the member has no place in the target. An offer has, if it says something.
    func isCut(_ kind: JSONKind) -> Bool { operation == .cut || operation == .offer && kind == .null }
    /// The row's bit in a set of rows.
    private(set) var bit: UInt64 = 0
    /// The name as the target writes it, with quotes.
    private(set) var target = Text.empty
    /// The rules of the records inside.
    private(set) var child: UnsafePointer<TableRules>?
    /// Of entries in a list, the name with quotes of the member that is their key in a dictionary.
    private(set) var key = Text.empty
    /// Whether there are lists of entries for each key.
    private(set) var hasLists = false
    /// The values that the codec knows by heart.
    private(set) var words: UnsafePointer<KnownValues>?
    private(set) var codec = Codec.any

    init(_ name: String, _ table: Table, _ plan: TablePlan, from: Column, to: Column) {
        // A name that the way back alone knows would be changed by it.
        guard case .row(let row, _, let use)? = plan.action(name), row < 64 else { return }
        let definition = table.rows[row]
        (bit, codec) = (1 << UInt64(row), definition.codec)
        isProfileID = table.id == .profile && definition.id == "profile_id"
        isFallback = use == .fallback
        isIdentity = definition.id == table.identity && definition.names[from].contains { $0.path.last == name }
        // Beside an offer they would be said twice.
        if from == .serverV2, Offer.parts.contains(definition.id) { return }
        if codec == .custom(.offer) {
            if from == .serverV2 { operation = .offer }
            if to == .serverV2 { (operation, target) = (.offerPart, quoted("offer")) }
            return
        }
        if codec == .custom(.remoteConfig), !MemberRule.isAlone(name, use, from, to) { return }
        guard let target = plan.targets[row] else {
            if case .custom = definition.codec { return }
            if !isFallback { operation = .cut }
            return
        }
        guard target.count == 1, !isFallback || isProfileID else { return }
        self.target = Text(kept: JSONText.encode(target[0]))
        isRenamed = name != target[0]
        switch codec {
        case .record(let child): (operation, self.child) = (.record, TableRules.of(child, from: from, to: to))
        case .entries(let child, _):
            entries(from, to)
            if operation != .irregular { self.child = TableRules.of(child, from: from, to: to) }
        case .attributes where (from == .serverV2) != (to == .serverV2):
            operation = from == .serverV2 ? .attributeObject : .attributeList
        default:
            operation = .leaf
            (same, unreadable) = codec.staying(from, to)
            isDate = codec == .timestamp && from.hasServerDates && to.hasServerDates && !to.isEvent
            if case .custom = codec, !isRenamed { same = JSONKind.object.bit | JSONKind.null.bit }
            words = KnownValues.kept(codec, from: from, to: to)
        }
        guard operation != .irregular, !isRenamed, !isProfileID else { return }
        let containers = JSONKind.object.bit | JSONKind.array.bit
        quiet = operation == .leaf ? same & ~unreadable : 0x7F & ~containers
    }

    private mutating func entries(_ from: Column, _ to: Column) {
        switch (codec.container(in: from), codec.container(in: to)) {
        case (.dictionary, .dictionary), (.dictionaryOfLists, .dictionaryOfLists), (.list, .list): operation = .entries
        case (.keyed(let name), .dictionary): (operation, key, hasLists) = (.grouped, quoted(name), false)
        case (.keyedLists(let name), .dictionaryOfLists): (operation, key, hasLists) = (.grouped, quoted(name), true)
        case (.dictionary, .keyed(let name)): (operation, key, hasLists) = (.flattened, quoted(name), false)
        case (.dictionaryOfLists, .keyedLists(let name)): (operation, key, hasLists) = (.flattened, quoted(name), true)
        default: break
        }
    }

    private func quoted(_ name: String) -> Text { Text(kept: JSONText.encode(name)) }

    /// Whether a member is all that the configuration of a paywall is made of. SDK 2 wrote the text of SDK 1 at first.
    private static func isAlone(_ name: String, _ use: Spelling.Use, _ from: Column, _ to: Column) -> Bool {
        RemoteConfig.isAlone(name, use, from: from, to: to) || from == .sdk2 && to == .sdk2 && use == .older
    }

}

extension Codec {
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
        case .object where ObjectNames.differ(from, to): (all & ~JSONKind.object.bit, 0)
        case .any, .object, .record, .entries: (all, 0)
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

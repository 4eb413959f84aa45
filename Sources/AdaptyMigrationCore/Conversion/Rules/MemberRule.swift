/// What becomes of one member of a record.
struct MemberRule {
    enum Operation: UInt8 {
        /// The target has no such field.
        case cut
        /// A value that is looked at, not into.
        case leaf
        case record
        /// Records in a dictionary or list, in both columns alike.
        case entries
        /// A list of which the target has the first record, and a record that it has in a list.
        case first, listed
        /// Records in a list that the target has in a dictionary, and the way back.
        case grouped, flattened
        /// Records of which the target has the ids alone, and the way back.
        case plucked, wrapped
        /// A list of attributes that the target has as an object, and the way back.
        case attributeObject, attributeList
        /// A field that is made of several members, see ``Codec/Composite``.
        case composite
        /// An object that contains fields of the record (`placement`), and one of a platform inside (`ios`).
        case holder, platform
        /// A container that the target has otherwise, and for which there is no rule: it stays.
        case kept
    }

    private(set) var operation = Operation.kept
    /// The kinds of values with which nothing is to be done, one bit each.
    private(set) var quiet: UInt8 = 0
    /// The kinds of values that stay as they are, and those that no side can read, one bit each.
    private(set) var same: UInt8 = 0, unreadable: UInt8 = 0
    /// Whether the target has an object in its place, so that `[]` is an empty one.
    private(set) var wantsObject = false
    /// A number that counts seconds up to a moment that has passed.
    private(set) var isPast = false
    /// A string that is a canonical date stays, too; and a number that is an integer.
    private(set) var isDate = false, isInteger = false
    private(set) var isRenamed = false
    private(set) var isProfileID = false
    private(set) var use = Spelling.Use.native
    /// Whether no decoder of one of the two sides reads it: then any value is as good.
    private(set) var isPassed = false
    /// The row's position in its table.
    private(set) var row: UInt8 = 0
    /// The row's bit in a set of rows.
    private(set) var bit: UInt64 = 0
    /// Of two spellings with one value the one with the lower rank stands.
    private(set) var rank: UInt8 = 0
    /// The name as the target writes it, with quotes.
    private(set) var target = Text.empty
    /// The object in the target that contains the field, and the one of a platform inside; empty for none.
    private(set) var holder = Text.empty, platform = Text.empty
    /// The rules of the records inside, or of the fields that the object contains.
    var child: UnsafePointer<TableRules>?
    /// Of an object that contains fields, the rule for a value of its name that is no object.
    private(set) var scalar: UnsafePointer<MemberRule>?
    /// Of entries in a list, the name of the member that is their key in a dictionary: its number, and with quotes.
    private(set) var keyNumber = NameNumbers.none, key = Text.empty
    /// Whether there are lists of entries for each key.
    private(set) var hasLists = false
    /// The kind of what is in a container of entries.
    var inner: JSONKind { hasLists ? .array : .object }
    /// The values that the codec knows by heart.
    private(set) var words: UnsafePointer<KnownValues>?
    private(set) var codec = Codec.any
    /// The forms in which the two sides write the value.
    private(set) var form = Form.any, targetForm = Form.any

    /// Whether it is read only where no stronger spelling is there.
    var isFallback: Bool { use == .fallback }

    /// Whether it is a field, and not an object that contains some.
    var isField: Bool { operation != .holder && operation != .platform }

    /// ``key`` as text.
    var keyName: String { String(decoding: key.inside.array, as: UTF8.self) }

    /// Whether it can be converted only when all members of its object are known.
    var needsAll: Bool { operation == .holder || holder.count > 0 }

    init(_ name: String, _ meaning: NameMeanings.Meaning, _ rules: TableRules, from: Column, to: Column) {
        switch meaning {
        case .platform: operation = .platform
        case .holder(let row):
            (operation, target) = (.holder, MemberRule.quoted(name))
            scalar = row.map {
                Kept([MemberRule(name, .row($0, rank: 50, use: .leftover), rules, from: from, to: to)]).pointer
            }
        case .row(let row, let rank, let use, let shape):
            field(row, name, rules, from, to)
            if operation != .cut { take(shape) }
            (self.rank, self.use) = (UInt8(rank), use)
            let isPassedOn = rules.rows[row].isPassed(in: to)
            if use == .passed || isPassedOn { (isPassed, same, unreadable) = (true, same | unreadable, 0) }
            if use == .passed && isPassedOn { (operation, same) = (.kept, 0x7F) }
            settle(name == rules.rows[row].name(in: from), from, to)
        }
    }

    private mutating func field(_ row: Int, _ name: String, _ rules: TableRules, _ from: Column, _ to: Column) {
        let definition = rules.rows[row]
        (self.row, bit, codec) = (UInt8(row), 1 << UInt64(row), definition.codec)
        isProfileID = bit == rules.profileIDBit
        if case .custom = codec {
            operation = .composite
            return
        }
        guard let path = rules.targets[row], let last = path.last else {
            operation = .cut
            return
        }
        target = MemberRule.quoted(last)
        isRenamed = name != last
        if path.count > 1 { holder = MemberRule.quoted(path[0]) }
        if path.count > 2 { platform = MemberRule.quoted(path[1]) }
        convert(rules, from, to)
    }

    private mutating func take(_ shape: Spelling.Shape) {
        switch shape {
        case .ofRow: break
        case .list: (operation, unreadable) = (.first, MemberRule.all(but: [.array]))
        case .single: (operation, unreadable) = (.listed, MemberRule.all(but: [.object]))
        }
    }

    /// How the value is converted.
    private mutating func convert(_ rules: TableRules, _ from: Column, _ to: Column) {
        (form, targetForm) = (codec.form(in: from), codec.form(in: to))
        switch codec {
        case .record(let child):
            (operation, self.child) = (.record, TableRules.of(child, from: from, to: to))
            (wantsObject, unreadable) = (true, MemberRule.all(but: [.object]))
        case .entries(let child, _):
            entries(from, to)
            wantsObject = [.entries, .kept].contains(operation) && codec.isDictionary(in: to)
            unreadable = MemberRule.all(
                but: operation == .flattened ? [.object, .array] : [codec.isDictionary(in: from) ? .object : .array])
            self.child = TableRules.of(child, from: from, to: to)
        case .attributes where form != targetForm:
            operation = form == .pairs ? .attributeObject : .attributeList
            keyNumber = KnownNames.numbers.number("key")
        default:
            operation = .leaf
            (same, unreadable) = codec.staying(from, to)
            isPast = rules.rows[Int(row)].isPast && form == .seconds && targetForm != .seconds
            isInteger = codec == .integer
            isDate = form.isServerDate && targetForm.isServerDate
            words = KnownValues.kept(codec, from: from, to: to)
        }
    }

    private mutating func entries(_ from: Column, _ to: Column) {
        func keyed(_ operation: Operation, _ name: String, hasLists: Bool) {
            (self.operation, key, self.hasLists) = (operation, MemberRule.quoted(name), hasLists)
            keyNumber = KnownNames.numbers.number(name)
        }
        switch (codec.container(in: from), codec.container(in: to)) {
        case (.dictionaryOfLists, .dictionaryOfLists): (operation, hasLists) = (.entries, true)
        case (.dictionary, .dictionary), (.list, .list), (.keyed, .keyed), (.keyedLists, .keyedLists):
            operation = .entries
        case (.keyed(let name), .dictionary): keyed(.grouped, name, hasLists: false)
        case (.keyedLists(let name), .dictionaryOfLists): keyed(.grouped, name, hasLists: true)
        case (.dictionary, .keyed(let name)), (.dictionaryOfLists, .keyedLists(let name)):
            keyed(.flattened, name, hasLists: false)
        case (.list, .ids(let name)): keyed(.plucked, name, hasLists: false)
        case (.ids(let name), .list): keyed(.wrapped, name, hasLists: false)
        default: operation = .kept
        }
    }

    /// The kinds of values with which nothing is to be done.
    ///
    /// - Parameter isWritten: whether the source writes the field by this name.
    private mutating func settle(_ isWritten: Bool, _ from: Column, _ to: Column) {
        let containers = JSONKind.object.bit | JSONKind.array.bit
        switch operation {
        case _ where isRenamed || isProfileID || holder.count > 0: break
        case .cut: break
        case .leaf: quiet = same & ~unreadable
        case .composite:
            // What both columns have alike.
            if isWritten, codec == .custom(.remoteConfig), from.has(.configurationObjects),
                to.has(.configurationObjects)
            {
                quiet = JSONKind.object.bit | JSONKind.null.bit
            }
        default: quiet = 0x7F & ~containers & ~unreadable
        }
    }

    /// All kinds of values but null and these, one bit each.
    private static func all(but kinds: [JSONKind]) -> UInt8 { 0x7F & ~kinds.reduce(JSONKind.null.bit) { $0 | $1.bit } }

    private static func quoted(_ name: String) -> Text { Text(kept: JSONText.encode(name)) }
}

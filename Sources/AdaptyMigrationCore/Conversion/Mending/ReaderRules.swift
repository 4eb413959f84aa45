/// What the decoders of a range of SDK versions ask of the objects of one table.
///
/// **Contract.** The memory is written in ``of(_:in:_:)`` only, and kept as long as the process.
struct ReaderRules {
    /// What is done with the members of one name.
    struct Look: BitwiseCopyable {
        /// How a value is judged.
        enum Test: UInt8 {
            /// The decoder does not read it.
            case none
            case leaf, integer, address, texts, configuration, builder, eligibility
            case record, attributes
            case dictionary, dictionaryOfLists, list
            /// A collection in a form that no decoder reads.
            case unfit
            /// An object that contains fields of the record (`placement`).
            case holder
        }

        fileprivate(set) var test = Test.none
        fileprivate(set) var rule: UnsafePointer<MemberRule>?
        /// The need for the member, one bit; 0 for none.
        fileprivate(set) var need: UInt64 = 0
        fileprivate(set) var isRequired = false
        /// A date that decides until when there is access; a value for which any other could give access; and one that
        /// says whose record it is, what was bought, or for how much.
        fileprivate(set) var isEnd = false, isUnsafe = false, isID = false
        /// What is written for a value that cannot be read.
        fileprivate(set) var filler = Look.null
        /// The rules of the records inside, or of the fields that the object contains.
        fileprivate(set) var inside: UnsafePointer<ReaderRules>?
        /// Of an object that contains fields, how a value of its name is judged that is no object.
        fileprivate(set) var scalar: UnsafePointer<Look>?

        static let null = Text(kept: Array("null".utf8))
    }

    /// What is to be known of each need most often; and all of it.
    let needs: UnsafePointer<Need>
    let definitions: [SDKNeed]
    /// All needs, and those that a list's `meta` meets, one bit each.
    let all: UInt64, inMeta: UInt64
    /// The need that another member meets under its own name, one bit, and the number of that; 0 for none.
    let renamed: UInt64, former: UInt16
    /// The number of a member that would be read in the place of the record; all ones for none.
    let shadow: UInt16
    private let slots: UnsafePointer<UInt8>, looks: UnsafePointer<Look>

    /// A member that the decoder refuses to miss.
    struct Need: BitwiseCopyable {
        /// What meets it.
        enum Test: UInt8 {
            case value, text, object, integer
        }

        let test: Test
        /// The largest integer that meets it.
        let most: Int64
        /// Its name, and what is written where nothing in the object says it; empty where no value is safe.
        let name: Text, otherwise: Text
        /// What SDK 1.x read where nothing was stored; empty for nothing.
        let placeholder: Text
        /// Whether nothing in the object can say it.
        let isFixed: Bool
        /// The numbers of the names that lead to another value of the object; 0 for none.
        let first: UInt16, second: UInt16
    }

    /// How the members of a name are judged; `nil` for names that no decoder reads.
    @inline(__always)
    func look(_ number: UInt16) -> UnsafePointer<Look>? {
        let slot = Int(slots[Int(number)])
        return slot == 0 ? nil : looks + (slot &- 1)
    }

    // MARK: Ranges

    /// The versions with which anything here changes: a need, what is read of products, and ``shadow``.
    static let changes = Set(SDKNeed.changes + [SDKChange.stateOfProduct.since, SDKChange.attributes.since]).sorted()

    /// The number of the range in which a version is.
    static func range(_ sdk: SDKVersion) -> Int { changes.count { $0 <= sdk } }

    /// - Parameter range: ``range(_:)``.
    static func of(_ table: TableID, in column: Column, _ range: Int) -> UnsafePointer<ReaderRules> {
        all.value((range * Column.count + column.rawValue) * TableID.count + table.number) {
            Kept([ReaderRules(table, column, range, nil)])
        }.pointer
    }

    private static let all = LazyTable<Kept<ReaderRules>>(
        count: (changes.count + 1) * Column.count * TableID.count)

    /// - Parameter holder: the object of the record, and the rules of its fields; `nil` for the record itself.
    private init(
        _ table: TableID, _ column: Column, _ range: Int, _ holder: (name: String, fields: UnsafePointer<TableRules>)?
    ) {
        let sdk = range == 0 ? SDKVersion.oldestReader : ReaderRules.changes[range - 1]
        let rules = holder?.fields ?? TableRules.of(table, from: column, to: column)
        let needs = SDKNeed.of(table, in: sdk, holder: holder?.name), numbers = KnownNames.numbers
        definitions = needs
        func bits(_ isOne: (SDKNeed) -> Bool) -> UInt64 {
            needs.indices.reduce(0) { isOne(needs[$1]) ? $0 | 1 << UInt64($1) : $0 }
        }
        self.needs = Kept(needs.map { Need($0, column) }).pointer
        (all, inMeta) = (bits { _ in true }, bits(\.isInMeta))
        renamed = bits { $0.former != nil }
        former = needs.lazy.compactMap(\.former).first.map(numbers.number) ?? NameNumbers.none
        let hasShadow = holder == nil && (table == .profile || table == .paywall) && sdk.has(.attributes)
        shadow = hasShadow ? numbers.number("attributes") : .max
        var looks: [Look] = [], numbered: [UInt16] = []
        for number in numbers.names.indices.dropFirst().map(UInt16.init) {
            let name = numbers.names[Int(number)], need = bits { $0.name == name }, rule = rules.pointee.rule(number)
            if need == 0, rule == nil { continue }
            var look = rule.map { Look(name, $0, rules, column, sdk, isHolder: holder != nil) } ?? Look()
            look.need = need
            switch (rule?.pointee.codec, rule?.pointee.child) {
            case (_, let fields?) where look.test == .holder:
                look.inside = Kept([ReaderRules(table, column, range, (name, fields))]).pointer
            case (.record(let child)?, _), (.entries(let child, _)?, _):
                look.inside = ReaderRules.of(child, in: column, range)
            default: break
            }
            looks.append(look)
            numbered.append(number)
        }
        (slots, self.looks) = (KnownNames.slots(numbered), Kept(looks).pointer)
    }
}

extension ReaderRules.Need {
    fileprivate init(_ need: SDKNeed, _ column: Column) {
        let row = Table[need.table].row(need.name)
        placeholder = Text(kept: row?.codec.placeholder(in: column) ?? [])
        name = Text(kept: JSONText.encode(need.name))
        let otherwise: String
        (otherwise, test, most, isFixed) =
            switch need.filler {
            case .text(let text): (text, .value, 0, true)
            case .key: ("\"\"", .value, 0, false)
            case .member(_, let text): (text, .value, 0, false)
            case .renamed(_, let text): (text, .value, 0, true)
            case .copy: ("null", .text, 0, false)
            case .integer(let most): ("\(most)", .integer, most, false)
            case .earliest: (SDKNeed.never, .value, 0, false)
            case .none: ("", need.name == "placement" ? .object : .value, 0, false)
            }
        self.otherwise = Text(kept: Array(otherwise.utf8))
        let path: [String] =
            switch need.filler {
            case .member(let path, _), .copy(let path): path
            default: []
            }
        let numbers = path.map(KnownNames.numbers.number)
        (first, second) = (numbers.first ?? NameNumbers.none, numbers.count > 1 ? numbers[1] : NameNumbers.none)
    }
}

extension SDKNeed {
    /// The member that the SDK reads under this name; `nil` for none.
    fileprivate var former: String? { if case .renamed(let former, _) = filler { former } else { nil } }
}

extension ReaderRules.Look {
    /// Fields that the decoders read as addresses, and as lists of texts (AdaptySDK-iOS 3.17.2).
    private static let addresses: Set = ["web_purchase_url"], textLists: Set = ["applied_attribution_sources"]
    private static let ends: Set = ["expires_at", "starts_at"]

    fileprivate init(
        _ name: String, _ rule: UnsafePointer<MemberRule>, _ rules: UnsafePointer<TableRules>, _ column: Column,
        _ sdk: SDKVersion, isHolder: Bool
    ) {
        self.rule = rule
        switch rule.pointee.operation {
        case .platform: return
        case .holder:
            test = .holder
            scalar = rule.pointee.scalar.map { scalar in
                var look = Self()
                look.judge(rules.pointee.rows[Int(scalar.pointee.row)], scalar, column, sdk)
                return Kept([look]).pointer
            }
            return
        default: break
        }
        let isHere = isHolder || rules.pointee.targets[Int(rule.pointee.row)] == [name]
        if isHere, !rule.pointee.isPassed, SDKNeed.isRead(name, in: rules.pointee.id, by: sdk) {
            judge(rules.pointee.rows[Int(rule.pointee.row)], rule, column, sdk)
        }
    }

    private mutating func judge(
        _ row: Row, _ rule: UnsafePointer<MemberRule>, _ column: Column, _ sdk: SDKVersion
    ) {
        self.rule = rule
        isRequired = row.isRequired(in: column)
        (isEnd, isUnsafe) = (Self.ends.contains(row.id), isRequired && row.codec == .flag)
        isID =
            isRequired && (row.id == "vendor_product_id" || !row.hasPlaceholder(from: column))
            || row.codec.isOfPurchases || row.id == "price"
        var text = isRequired ? row.codec.placeholder(in: column) : nil
        let need = SDKNeed.of(.product, in: sdk).first { row.codec == .eligibility && $0.name == row.id }
        if case .text(let filler)? = need?.filler { text = text ?? Array(filler.utf8) }
        if let text { filler = Text(kept: text) }
        test = Self.test(row, column)
    }

    private static func test(_ row: Row, _ column: Column) -> Test {
        switch row.codec {
        case .record: .record
        case .entries:
            switch row.codec.container(in: column) {
            case .dictionary: .dictionary
            case .dictionaryOfLists: .dictionaryOfLists
            case .list: .list
            default: .unfit
            }
        case .attributes: .attributes
        case .custom(.remoteConfig): .configuration
        case .object(.builder): .builder
        case .text where addresses.contains(row.id): .address
        case .any where textLists.contains(row.id): .texts
        case .integer: .integer
        case .eligibility: .eligibility
        default: .leaf
        }
    }
}

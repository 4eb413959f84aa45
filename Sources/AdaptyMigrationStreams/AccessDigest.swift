import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The access and money information of a document as one number. It is the same before and after a conversion;
/// otherwise ``AccessComparison`` must describe the difference.
///
/// The digest knows nothing about dialects and tables. For every member that is an ``AccessField``, it adds the meaning
/// of the member, mixed with the name of its object: flags as truth values, dates as milliseconds, events by their
/// meaning. So a flipped flag, a shifted date, a lost level or a wrong alias changes the sum.
final class AccessDigest {
    /// Objects with facts that occur under several names.
    private static let discounts = ["introductory_discount", "introductoryDiscount"]
    /// Members whose contents do not count: the original, and what the SDK for JavaScript computes from the products.
    private static let skipped = [Residue.memberName, "productIdentifiers", "product_identifiers"]
    /// The member in which a paywall for JavaScript has its products as ids alone, and a hash of its name elsewhere.
    private static let ids = "vendorProductIds", products = Fingerprint.Hash(Array("\"products\"".utf8)[...]).value

    /// The digest's own numbers. Those of the tape belong to the mapping.
    private let names: NameNumbers
    private let fields: [AccessField]
    /// The position of the first spelling of a product, and the number of ``ids``. Behind it are the ``discounts``.
    private let product: Int, ids: Int
    private let forms: [AccessField.Form]
    /// By first and by last byte, one bit for each length of a name with its quotes. These alone rule out most names.
    private let beginnings: UnsafeMutablePointer<UInt64>, endings: UnsafeMutablePointer<UInt64>
    private let events: NameNumbers
    /// By number of the spelling, a hash of the event's meaning; the first is for no event.
    private let happenings: [UInt64]
    /// The members that name an entry in API v2: the level or the product.
    private let keys = ["access_level_id", "store_product_id"].map { Array($0.utf8) }
    private var levels: [Level] = []

    init() {
        let all = AccessField.compared.flatMap { field in field.spellings.map { ($0, field) } }
        let spellings = all.map(\.0) + AccessDigest.skipped + [AccessDigest.ids] + AccessDigest.discounts
        names = NameNumbers(spellings)
        fields = all.map(\.1)
        forms = fields.map(\.form)
        product = fields.firstIndex(of: .product) ?? 0
        ids = fields.count + AccessDigest.skipped.count + 1
        beginnings = AccessDigest.lengths(spellings) { $0.first }
        endings = AccessDigest.lengths(spellings) { $0.last }
        let eventNames = AccessEvent.bySpelling.keys.sorted()
        events = NameNumbers(eventNames)
        happenings =
            [0]
            + eventNames.map { spelling in
                (AccessEvent.bySpelling[spelling]?.name ?? "").utf8.reduce(0xCBF2_9CE4_8422_2325) {
                    ($0 ^ UInt64($1)) &* 0x100_0000_01B3
                }
            }
    }

    deinit {
        beginnings.deallocate()
        endings.deallocate()
    }

    private static func lengths(_ spellings: [String], by byte: (String.UTF8View) -> UInt8?) -> UnsafeMutablePointer<
        UInt64
    > {
        let lengths = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        lengths.initialize(repeating: 0, count: 256)
        for spelling in spellings.map(\.utf8) {
            if let byte = byte(spelling) { lengths[Int(byte)] |= 1 << UInt64(spelling.count + 2) }
        }
        return lengths
    }

    /// An object or array that is open.
    private struct Level {
        let end: Int
        /// A hash of the object's name.
        let key: UInt64
        let isArray: Bool
    }

    /// The sum over a document without its residue; `nil` when values need decoding.
    ///
    /// - Parameter isList: whether the document is of API v2, where entries are in lists and contain their names.
    func sum(_ tape: Tape, isList: Bool = false) -> UInt64? {
        levels.removeAll(keepingCapacity: true)
        var level = Level(end: tape.nodeCount, key: 0, isArray: true)
        var node = 0, sum: UInt64 = 0
        while node < tape.nodeCount {
            while node >= level.end, let outer = levels.popLast() { level = outer }
            if level.isArray {
                let isEntry = isList && !levels.isEmpty && tape.nodes[node].kind == .object
                enter(tape, &node, &level, isEntry ? entry(tape, node) ?? level.key : level.key)
                continue
            }
            let value = node &+ 1, number = number(tape, node)
            if number == 0 {
                let key = tape.nodes[value].kind.isContainer ? tape.hash(node) : 0
                node = value
                enter(tape, &node, &level, key)
            } else if number > ids, tape.nodes[value].kind.isContainer {
                node = value
                enter(tape, &node, &level, 1)
            } else {
                if number == ids { sum &+= products(tape, value) }
                if number <= fields.count, let value = said(number - 1, tape, value) {
                    guard let fact = fact(number - 1, level.key, tape, value) else { return nil }
                    sum &+= fact
                }
                node = Int(tape.nodes[value].next)
            }
        }
        return sum
    }

    /// Steps over a scalar, or into a container.
    private func enter(_ tape: Tape, _ node: inout Int, _ level: inout Level, _ key: UInt64) {
        let kind = tape.nodes[node].kind
        if kind.isContainer {
            levels.append(level)
            level = Level(end: Int(tape.nodes[node].next), key: levels.count == 1 ? 0 : key, isArray: kind == .array)
        }
        node &+= 1
    }

    /// The ids of products as the facts of products.
    private func products(_ tape: Tape, _ ids: Int) -> UInt64 {
        tape.elements(ids).reduce(0) { $0 &+ (fact(product, AccessDigest.products, tape, $1) ?? 0) }
    }

    /// The node that says a field; `nil` for a container. Prices of SDK 3 are objects.
    private func said(_ field: Int, _ tape: Tape, _ value: Int) -> Int? {
        if !tape.nodes[value].kind.isContainer { return value }
        let amount = fields[field] == .price ? tape.member(value, "amount") : nil
        return amount.flatMap { tape.nodes[$0].kind.isContainer ? nil : $0 }
    }

    private func fact(_ field: Int, _ key: UInt64, _ tape: Tape, _ value: Int) -> UInt64? {
        guard let meaning = meaning(forms[field], tape, value) else { return nil }
        var hash = Fingerprint.Hash(count: Int(truncatingIfNeeded: key))
        hash.add(fields[field].rawValue)
        hash.add(meaning)
        return hash.value
    }

    /// A hash of the name inside an entry; `nil` when there is none.
    private func entry(_ tape: Tape, _ node: Int) -> UInt64? {
        for key in keys {
            var name = node + 1
            while name < Int(tape.nodes[node].next) {
                if tape.nodes[name + 1].kind == .string, tape.isName(name, key) { return tape.hash(name + 1) }
                name = Int(tape.nodes[name + 1].next)
            }
        }
        return nil
    }

    /// The number of a name; 0 for names that do not matter.
    @inline(__always)
    private func number(_ tape: Tape, _ name: Int) -> Int {
        let node = tape.nodes[name], start = Int(node.start), end = Int(node.end)
        if node.hasEscapes { return escapedNumber(tape, name) }
        let lengths = beginnings[Int(tape.bytes[start &+ 1])] & endings[Int(tape.bytes[end &- 2])]
        guard end &- start < 64, lengths &>> UInt64(truncatingIfNeeded: end &- start) & 1 == 1 else { return 0 }
        return Int(names.number(tape.view, start &+ 1, end &- 1))
    }

    @inline(never)
    private func escapedNumber(_ tape: Tape, _ name: Int) -> Int {
        Int(names.number(JSONText.decode(tape.array(name)[...], hasEscapes: true)))
    }

    private static let null: UInt64 = 0x9D1F_3C5B_7A26_E841

    private func meaning(_ form: AccessField.Form, _ tape: Tape, _ value: Int) -> UInt64? {
        let node = tape.nodes[value], start = Int(node.start), end = Int(node.end)
        // Literals mean the same in every form.
        switch node.kind {
        case .true: return 1
        case .false: return 0
        case .null: return AccessDigest.null
        default: break
        }
        switch form {
        case .instant:
            if node.kind == .string, let milliseconds = AccessInstant.milliseconds(tape.view, start &+ 1, end &- 1) {
                return UInt64(bitPattern: milliseconds)
            }
            if node.kind == .number {
                return Double(String(decoding: tape.array(value), as: UTF8.self)).flatMap {
                    AccessInstant.milliseconds(secondsSince2001: $0)
                }.map { UInt64(bitPattern: $0) }
            }
        case .event:
            if node.hasEscapes { return nil }
            if node.kind == .string {
                let event = events.number(tape.view, start &+ 1, end &- 1)
                if event != NameNumbers.none { return happenings[Int(event)] }
            }
        case .text, .amount: break
        case .flag:
            if node.kind == .string, end &- start == 2 { return 0 }
            guard end &- start == 1, tape.bytes[start] | 1 == 0x31 else { return nil }
            return UInt64(tape.bytes[start] &- 0x30)
        }
        return tape.hash(value)
    }
}

/// The access digest reads dates from views.
extension PaddedView: IndexedBytes {}

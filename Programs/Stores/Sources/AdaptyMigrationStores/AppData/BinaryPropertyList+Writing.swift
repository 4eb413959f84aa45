/// Writes a property list anew: every object that stays is copied byte for byte.
struct BinaryPropertyListWriter {
    private enum Object {
        /// The bytes of an object without references.
        case leaf([UInt8])
        /// An array or a dictionary: the upper half of its first byte, and its references.
        case container(UInt8, [Int])
    }

    private let source: BinaryPropertyList
    private var objects: [Object] = []
    /// By object of the source, the new one.
    private var copies: [Int: Int] = [:]

    /// The bytes of a property list with other values under some keys of its root, which is a dictionary.
    ///
    /// - Parameter changes: `nil` removes a key.
    static func bytes(_ source: BinaryPropertyList, setting changes: [String: PropertyListValue?])
        throws(BinaryPropertyList.Damaged) -> [UInt8]
    {
        var writer = BinaryPropertyListWriter(source: source), keys: [Int] = [], values: [Int] = []
        // The root comes first.
        writer.objects.append(.container(0xD, []))
        var left = changes
        for (key, value) in try source.pairs(try source.place(of: source.root)) {
            guard let change = left.removeValue(forKey: try source.text(key)) else {
                keys.append(try writer.copy(key))
                values.append(try writer.copy(value))
                continue
            }
            guard let new = change else { continue }
            keys.append(try writer.copy(key))
            values.append(writer.add(new))
        }
        for (key, value) in left.sorted(by: { $0.key < $1.key }) {
            guard let value else { continue }
            keys.append(writer.add(.text(key)))
            values.append(writer.add(value))
        }
        writer.objects[0] = .container(0xD, keys + values)
        return writer.written
    }

    private init(source: BinaryPropertyList) { self.source = source }

    // MARK: Objects

    private mutating func copy(_ object: Int) throws(BinaryPropertyList.Damaged) -> Int {
        if let known = copies[object] { return known }
        let start = try source.place(of: object), kind = source.bytes[start] >> 4, new = objects.count
        copies[object] = new
        objects.append(.leaf([]))
        let (first, length) = kind >= 0x4 && kind != 0x8 ? try source.extent(start) : (0, 0)
        switch kind {
        case 0xA, 0xD:
            var references: [Int] = []
            for position in 0..<(kind == 0xD ? 2 * length : length) {
                references.append(try copy(try source.reference(first, position)))
            }
            objects[new] = .container(kind, references)
        case 0x4, 0x5: objects[new] = .leaf(Array(source.bytes[start..<first + length]))
        case 0x6: objects[new] = .leaf(Array(source.bytes[start..<first + 2 * length]))
        default:
            let low = Int(source.bytes[start] & 15), size = kind == 0 ? 0 : kind == 8 ? low + 1 : 1 << low
            objects[new] = .leaf(Array(source.bytes[start...start + size]))
        }
        return new
    }

    private mutating func add(_ value: PropertyListValue) -> Int {
        let new = objects.count
        objects.append(.leaf([]))
        switch value {
        case .data(let bytes): objects[new] = .leaf(Self.head(0x4, bytes.count) + bytes)
        case .text(let text):
            let isASCII = text.utf8.allSatisfy { $0 < 0x80 }, units = Array(text.utf16)
            let content = isASCII ? Array(text.utf8) : units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            objects[new] = .leaf(Self.head(isASCII ? 0x5 : 0x6, units.count) + content)
        case .flag(let isSet): objects[new] = .leaf([isSet ? 0x09 : 0x08])
        case .integer(let number):
            objects[new] = .leaf(Self.integer(UInt64(bitPattern: Int64(number)), isNegative: number < 0))
        case .large(let number): objects[new] = .leaf([0x14] + Self.bigEndian(0, 8) + Self.bigEndian(number, 8))
        case .real(let number): objects[new] = .leaf([0x23] + Self.bigEndian(number.bitPattern, 8))
        case .date(let seconds): objects[new] = .leaf([0x33] + Self.bigEndian(seconds.bitPattern, 8))
        case .uid(let number): objects[new] = .leaf([0x87] + Self.bigEndian(number, 8))
        case .array(let elements): objects[new] = .container(0xA, elements.map { add($0) })
        case .dictionary(let members):
            let sorted = members.sorted { $0.key < $1.key }
            objects[new] = .container(0xD, sorted.map { add(.text($0.key)) } + sorted.map { add($0.value) })
        }
        return new
    }

    // MARK: Bytes

    private var written: [UInt8] {
        let referenceSize = Self.size(of: objects.count)
        var out = Array("bplist00".utf8), offsets: [Int] = []
        for object in objects {
            offsets.append(out.count)
            switch object {
            case .leaf(let bytes): out += bytes
            case .container(let kind, let references):
                out += Self.head(kind, kind == 0xD ? references.count / 2 : references.count)
                for reference in references { out += Self.bigEndian(UInt64(reference), referenceSize) }
            }
        }
        let table = out.count, offsetSize = Self.size(of: table)
        for offset in offsets { out += Self.bigEndian(UInt64(offset), offsetSize) }
        return out + [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
            + Self.bigEndian(UInt64(objects.count), 8)
            + Self.bigEndian(0, 8) + Self.bigEndian(UInt64(table), 8)
    }

    /// The first byte of an object, with its length.
    private static func head(_ kind: UInt8, _ length: Int) -> [UInt8] {
        length < 15 ? [kind << 4 | UInt8(length)] : [kind << 4 | 15] + integer(UInt64(length), isNegative: false)
    }

    private static func integer(_ bits: UInt64, isNegative: Bool) -> [UInt8] {
        let power = isNegative ? 3 : [1, 2, 4, 8].firstIndex { $0 >= size(of: Int(truncatingIfNeeded: bits)) } ?? 3
        return [0x10 | UInt8(power)] + bigEndian(bits, 1 << power)
    }

    /// How many bytes a number needs that is not negative: 1, 2, 4 or 8.
    private static func size(of number: Int) -> Int {
        number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
    }

    private static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}

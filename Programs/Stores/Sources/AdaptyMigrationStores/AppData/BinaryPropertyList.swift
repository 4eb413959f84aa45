/// A binary property list, whose references and lengths were all checked.
///
/// Worked example, `{"a": true}`, 49 bytes: the header `62706C6973743030`; the objects `D1 01 02` (a dictionary with
/// one key, object 1, and one value, object 2), `51 61` (`a`) and `09` (true); their offsets `08 0B 0D`; and a trailer
/// of 32 bytes. The trailer specifies offsets of 1 byte, references of 1 byte, 3 objects, the first object as the root,
/// and the offset table at byte 14.
struct BinaryPropertyList {
    struct Damaged: Error {
        let reason: String
    }

    /// A dictionary of `UserDefaults` is a few levels deep. The limit protects against hostile files.
    private static let deepest = 256
    /// The maximum number of values after expanding repeated references.
    private static let largest = 1 << 24

    let bytes: [UInt8]
    private let offsetSize: Int, referenceSize: Int, count: Int, table: Int
    /// The object that contains the others.
    let root: Int
    /// By object, the number of values that it expands to; 0 before it was examined, and -1 during that.
    private var sizes: [Int]

    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist".utf8)) }

    /// - Throws: the reason why it is invalid.
    init(_ bytes: [UInt8]) throws(Damaged) {
        guard bytes.count >= 41 else { throw Damaged(reason: "it is cut off") }
        self.bytes = bytes
        let trailer = bytes.count - 32
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw Damaged(reason: "its trailer has invalid sizes of offsets and references")
        }
        count = try BinaryPropertyList.number(bytes, trailer + 8, 8)
        table = try BinaryPropertyList.number(bytes, trailer + 24, 8)
        guard count > 0, table >= 9, table <= trailer, count <= (trailer - table) / offsetSize else {
            throw Damaged(reason: "its offset table lies outside the file")
        }
        sizes = Array(repeating: 0, count: count)
        root = try BinaryPropertyList.number(bytes, trailer + 16, 8)
        _ = try look(at: root, depth: 0)
    }

    func number(_ start: Int, _ size: Int) throws(Damaged) -> Int {
        try BinaryPropertyList.number(bytes, start, size)
    }

    /// Reads a big-endian number. A number that does not fit into `Int` is invalid here.
    private static func number(_ bytes: [UInt8], _ start: Int, _ size: Int) throws(Damaged) -> Int {
        guard start >= 0, start + size <= bytes.count else { throw Damaged(reason: "an object is cut off") }
        let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value <= UInt64(Int.max / 64) else { throw Damaged(reason: "a length is larger than any file") }
        return Int(value)
    }

    /// - Returns: the number of values that the object expands to.
    private mutating func look(at object: Int, depth: Int) throws(Damaged) -> Int {
        guard object < count else { throw Damaged(reason: "a reference has no object") }
        guard depth <= BinaryPropertyList.deepest, sizes[object] >= 0 else {
            throw Damaged(reason: "it contains itself, or is more than \(BinaryPropertyList.deepest) levels deep")
        }
        if sizes[object] > 0 { return sizes[object] }
        sizes[object] = -1
        let size = try 1 + contents(try place(of: object), depth)
        guard size <= BinaryPropertyList.largest else {
            throw Damaged(reason: "it expands to more than \(BinaryPropertyList.largest) values")
        }
        sizes[object] = size
        return size
    }

    /// - Returns: the number of values in the object at a place.
    private mutating func contents(_ start: Int, _ depth: Int) throws(Damaged) -> Int {
        let kind = bytes[start] >> 4, low = Int(bytes[start] & 15)
        switch kind {
        case 0x0 where [0x0, 0x8, 0x9].contains(low): return 0
        case 0x1 where low <= 4, 0x2 where low == 2 || low == 3, 0x3 where low == 3:
            try require(start + 1, 1 << low)
            return 0
        case 0x8:
            try require(start + 1, low + 1)
            return 0
        case 0x4, 0x5, 0x6:
            let (first, length) = try extent(start)
            try require(first, kind == 6 ? length * 2 : length)
            guard kind != 5 || bytes[first..<first + length].allSatisfy({ $0 < 0x80 }) else {
                throw Damaged(reason: "a string is not ASCII")
            }
            return 0
        case 0xA:
            let (first, length) = try extent(start)
            return try references(first, length, depth)
        case 0xD:
            let (first, length) = try extent(start)
            for key in 0..<length { try requireText(try reference(first, key)) }
            return try references(first, length * 2, depth)
        default: throw Damaged(reason: "it contains a value that UserDefaults never writes (kind \(kind))")
        }
    }

    /// The start of an object's contents, and their number.
    func extent(_ start: Int) throws(Damaged) -> (first: Int, length: Int) {
        let low = Int(bytes[start] & 15)
        guard low == 15 else { return (start + 1, low) }
        guard start + 1 < table, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 15 <= 3 else {
            throw Damaged(reason: "an object has no length")
        }
        let size = 1 << Int(bytes[start + 1] & 15)
        return (start + 2 + size, try number(start + 2, size))
    }

    private func require(_ first: Int, _ length: Int) throws(Damaged) {
        guard first <= table, length <= table - first else { throw Damaged(reason: "an object is cut off") }
    }

    func reference(_ first: Int, _ position: Int) throws(Damaged) -> Int {
        try number(first + position * referenceSize, referenceSize)
    }

    private mutating func references(_ first: Int, _ length: Int, _ depth: Int) throws(Damaged) -> Int {
        try require(first, length * referenceSize)
        var values = 0
        for position in 0..<length {
            values += try look(at: try reference(first, position), depth: depth + 1)
            guard values <= BinaryPropertyList.largest else { break }
        }
        return values
    }

    private func requireText(_ object: Int) throws(Damaged) {
        guard [5, 6].contains(bytes[try place(of: object)] >> 4) else { throw Damaged(reason: "a key is not a string") }
    }

    func place(of object: Int) throws(Damaged) -> Int {
        guard object < count else { throw Damaged(reason: "a reference has no object") }
        let start = try number(table + object * offsetSize, offsetSize)
        guard start >= 8, start < table else { throw Damaged(reason: "an offset lies outside the file") }
        return start
    }
}

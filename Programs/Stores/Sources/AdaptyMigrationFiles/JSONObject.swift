@_spi(Tools) import AdaptyMigrationTools

/// A JSON object that is written member by member, on one line.
public struct JSONObject {
    private var out: [UInt8] = [0x7B]

    public init() {}

    /// - Parameter isContinued: whether it continues after the ``beginning`` of another object.
    public init(isContinued: Bool) {
        if isContinued { out = [0x2C] }
    }

    /// The members so far, to be continued.
    public var beginning: [UInt8] { out }

    public mutating func add(_ name: String, _ text: String) { add(name, json: RawJSON(string: text).bytes) }
    public mutating func add(_ name: String, _ number: Int) { add(name, json: Array(String(number).utf8)) }
    public mutating func add(_ name: String, _ texts: [String]) {
        add(name, json: [0x5B] + texts.map { RawJSON(string: $0).bytes }.joined(separator: [0x2C]) + [0x5D])
    }
    public mutating func add(_ name: String, _ object: JSONObject) { add(name, json: object.json) }
    public mutating func addNull(_ name: String) { add(name, json: Array("null".utf8)) }

    /// Counts, in the order of their names.
    public mutating func add(_ name: String, _ counts: [String: Int]) {
        var object = JSONObject()
        for (key, value) in counts.sorted(by: { $0.key < $1.key }) { object.add(key, value) }
        add(name, object)
    }

    public mutating func add(_ name: String, json: [UInt8]) {
        if out.count > 1 { out.append(0x2C) }
        out += RawJSON(string: name).bytes
        out.append(0x3A)
        out += json
    }

    public var json: [UInt8] { out + [0x7D] }
    /// The object with the line ending of NDJSON.
    public var line: [UInt8] { out + [0x7D, 0x0A] }
}

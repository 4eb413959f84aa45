import AdaptyMigration

/// A JSON object that is written member by member, on one line.
struct JSONObject {
    private var out: [UInt8] = [0x7B]

    init() {}

    /// - Parameter isContinued: whether it goes on after the ``beginning`` of another.
    init(isContinued: Bool) {
        if isContinued { out = [0x2C] }
    }

    /// The members so far, to be continued.
    var beginning: [UInt8] { out }

    mutating func add(_ name: String, _ text: String) { add(name, json: text.json) }
    mutating func add(_ name: String, _ number: Int) { add(name, json: Array(String(number).utf8)) }
    mutating func add(_ name: String, _ texts: [String]) { add(name, json: [0x5B] + texts.map(\.json).joined(separator: [0x2C]) + [0x5D]) }
    mutating func add(_ name: String, _ object: JSONObject) { add(name, json: object.json) }
    mutating func addNull(_ name: String) { add(name, json: Array("null".utf8)) }

    /// Counts, in the order of their names.
    mutating func add(_ name: String, _ counts: [String: Int]) {
        var object = JSONObject()
        for (key, value) in counts.sorted(by: { $0.key < $1.key }) { object.add(key, value) }
        add(name, object)
    }

    mutating func add(_ name: String, json: [UInt8]) {
        if out.count > 1 { out.append(0x2C) }
        out += name.json
        out.append(0x3A)
        out += json
    }

    var json: [UInt8] { out + [0x7D] }
    /// The object with the line ending of NDJSON.
    var line: [UInt8] { out + [0x7D, 0x0A] }
}

@_spi(Tools) import AdaptyMigrationTools
import FoundationEssentials

/// A property list in XML. A change keeps every other byte.
struct XMLPropertyList {
    struct Malformed: Error {
        let reason: String
    }

    /// A member of the root.
    private struct Member {
        let key: String
        let value: PropertyListValue
        /// The key and its value, and the value alone.
        let whole: Range<Int>, element: Range<Int>
    }

    /// A dictionary of `UserDefaults` is a few levels deep. The limit protects against hostile files.
    private static let deepest = 256

    let bytes: [UInt8]
    private var members: [Member] = []
    /// The end of the last member, or of the tag that opens the root, and the place of the tag that closes it; `nil` for
    /// an empty root in one tag.
    private var last = 0, closing: Int?
    private var place = 0

    var values: [String: PropertyListValue] {
        Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
    }

    init(_ bytes: [UInt8]) throws(Malformed) {
        self.bytes = bytes
        guard let plist = try tag(), plist.name == "plist", !plist.isWhole, let root = try tag(), root.name == "dict"
        else {
            throw Malformed(reason: "it has no dictionary in a plist")
        }
        last = place
        if root.isWhole { return }
        while true {
            let start = try spaceBefore(), key = try tag()
            guard let key, key.name == "key", !key.isWhole else {
                guard key?.name == "/dict" else { throw Malformed(reason: "a member has no key") }
                closing = start
                break
            }
            let name = try text(until: "key"), begin = try spaceBefore()
            let value = try value(depth: 0)
            members.append(Member(key: name, value: value, whole: start..<place, element: begin..<place))
            last = place
        }
        guard try tag()?.name == "/plist" else { throw Malformed(reason: "it does not end with its dictionary") }
    }

    /// The bytes with other values under some keys.
    ///
    /// - Parameter changes: `nil` removes a key.
    func setting(_ changes: [String: PropertyListValue?]) -> [UInt8] {
        var parts: [(Range<Int>, [UInt8])] = [], left = changes
        for member in members {
            guard let change = changes[member.key] else { continue }
            left[member.key] = nil
            if let value = change {
                parts.append((member.element, Self.text(value)))
            } else {
                // The white space before it goes with it.
                var start = member.whole.lowerBound
                while start > 0, XMLText.isSpace(bytes[start - 1]) { start -= 1 }
                parts.append((start..<member.whole.upperBound, []))
            }
        }
        let added = left.sorted { $0.key < $1.key }.flatMap { key, value -> [UInt8] in
            guard let value = value else { return [] }
            return Array("\n\t<key>".utf8) + XMLText.encode(key) + Array("</key>\n\t".utf8) + Self.text(value)
        }
        if closing != nil {
            parts.append((last..<last, added))
        } else if !added.isEmpty, let start = bytes[..<last].lastIndex(of: 0x3C) {
            parts.append((start..<last, Array("<dict>".utf8) + added + Array("\n</dict>".utf8)))
        }
        return parts.sorted { $0.0.lowerBound > $1.0.lowerBound }.reduce(bytes) { bytes, part in
            bytes[..<part.0.lowerBound] + part.1 + bytes[part.0.upperBound...]
        }
    }

    private static func text(_ value: PropertyListValue) -> [UInt8] {
        func element(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array("<\(name)>".utf8) + content + Array("</\(name)>".utf8)
        }
        switch value {
        case .data(let bytes): return element("data", Array(Data(bytes).base64EncodedData()))
        case .text(let text): return element("string", XMLText.encode(text))
        case .flag(let isSet): return Array((isSet ? "<true/>" : "<false/>").utf8)
        case .integer(let number): return element("integer", Array(String(number).utf8))
        case .large(let number): return element("integer", Array(String(number).utf8))
        case .real(let number): return element("real", Array(String(number).utf8))
        case .uid(let number):
            return element("dict", Array("<key>CF$UID</key>".utf8) + element("integer", Array(String(number).utf8)))
        case .date(let seconds):
            let moment = Timestamp(microseconds: Int64((seconds + 978_307_200).rounded()) * 1_000_000)
            let parts = moment.description.split(separator: ".")
            return element("date", Array("\(parts[0])Z".utf8))
        case .array(let elements): return element("array", elements.flatMap(text))
        case .dictionary(let members):
            let sorted = members.sorted { $0.key < $1.key }
            return element("dict", sorted.flatMap { element("key", XMLText.encode($0.key)) + text($0.value) })
        }
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(Malformed) -> PropertyListValue {
        guard depth < Self.deepest, let tag = try tag() else {
            throw Malformed(reason: "it is more than \(Self.deepest) levels deep, or a value is missing")
        }
        switch tag.name {
        case "true", "false":
            if !tag.isWhole { _ = try text(until: tag.name) }
            return .flag(tag.name == "true")
        case "array":
            var elements: [PropertyListValue] = []
            while !tag.isWhole, try !isClosed("array") { elements.append(try value(depth: depth + 1)) }
            return .array(elements)
        case "dict":
            var members: [String: PropertyListValue] = [:]
            while !tag.isWhole, try !isClosed("dict") {
                guard try self.tag()?.name == "key" else { throw Malformed(reason: "a member has no key") }
                let key = try text(until: "key")
                members[key] = try value(depth: depth + 1)
            }
            if members.count == 1, case .integer(let number)? = members["CF$UID"], number >= 0 {
                return .uid(UInt64(number))
            }
            return .dictionary(members)
        default: return try scalar(tag.name, tag.isWhole ? "" : try text(until: tag.name))
        }
    }

    private func scalar(_ name: String, _ text: String) throws(Malformed) -> PropertyListValue {
        let trimmed = String(decoding: text.utf8.filter { !XMLText.isSpace($0) }, as: UTF8.self)
        let value: PropertyListValue? =
            switch name {
            case "string": .text(text)
            case "data": Data(base64Encoded: trimmed).map { .data(Array($0)) }
            case "integer": Int(trimmed).map { .integer($0) } ?? UInt64(trimmed).map { .large($0) }
            case "real": Double(trimmed).map { .real($0) }
            case "date": Timestamp(trimmed).microseconds.map { .date(Double($0) / 1_000_000 - 978_307_200) }
            default: nil
            }
        guard let value else { throw Malformed(reason: "<\(name)> has no value of its type") }
        return value
    }

    // MARK: Tags

    private mutating func isClosed(_ name: String) throws(Malformed) -> Bool {
        let start = try spaceBefore()
        if try tag()?.name == "/" + name { return true }
        place = start
        return false
    }

    /// Skips white space, comments, instructions and the document type.
    ///
    /// - Returns: the position behind them.
    private mutating func spaceBefore() throws(Malformed) -> Int {
        while place < bytes.count {
            let rest = bytes[place...]
            if XMLText.isSpace(bytes[place]) {
                place += 1
            } else if rest.starts(with: XMLText.comment) {
                try skip(to: XMLText.commentEnd)
            } else if rest.starts(with: XMLText.instruction) {
                try skip(to: XMLText.instructionEnd)
            } else if rest.starts(with: Array("<!DOCTYPE".utf8)) {
                try skip(to: [0x3E])
            } else {
                break
            }
        }
        return place
    }

    private mutating func skip(to end: [UInt8]) throws(Malformed) {
        guard let found = XMLText.find(end, bytes[place...]) else { throw Malformed(reason: "it is cut off") }
        place = found + end.count
    }

    /// The next tag, without its attributes; `nil` at the end and where there is text.
    private mutating func tag() throws(Malformed) -> (name: String, isWhole: Bool)? {
        _ = try spaceBefore()
        guard place < bytes.count, bytes[place] == 0x3C else { return nil }
        let start = place + 1
        try skip(to: [0x3E])
        let inside = bytes[start..<place - 1], isWhole = inside.last == 0x2F
        let name = inside.prefix { !XMLText.isSpace($0) && $0 != 0x3E }
        let text = String(decoding: isWhole && name.last == 0x2F ? name.dropLast() : name, as: UTF8.self)
        return (text, isWhole)
    }

    /// The text up to the tag that closes an element, and that tag.
    private mutating func text(until name: String) throws(Malformed) -> String {
        let start = place, closing = Array("</\(name)".utf8)
        guard let end = XMLText.find(closing, bytes[start...]), let text = XMLText.decode(bytes[start..<end]) else {
            throw Malformed(reason: "<\(name)> has no end, or a text that is none")
        }
        place = end
        try skip(to: [0x3E])
        return text
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// Finds the entries of a SharedPreferences file, and refuses files that Android could not read.
struct PreferencesScanner {
    private let bytes: [UInt8]
    private var place = 0
    private(set) var entries: [PreferencesXML.Entry] = []
    /// The position after the last entry.
    private(set) var end = 0

    private typealias Malformed = PreferencesXML.Malformed

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan() throws(PreferencesXML.Malformed) {
        try checkEncoding()
        try declaration()
        try between()
        guard !isAtEnd else { throw malformed("the file is empty, or has no <map>") }
        guard let root = try tag(), root.name == "map", !root.isClosing else {
            throw malformed("the root element is not <map>", at: 0)
        }
        end = place
        if !root.isWhole { try content() }
        try between()
        guard isAtEnd else { throw malformed("there is text after </map>") }
    }

    // MARK: Structure

    private mutating func content() throws(PreferencesXML.Malformed) {
        var open: [(name: String, start: Int)] = [("map", 0)], entry: (tag: Tag, start: Int, content: Int)?
        while let parent = open.last {
            let start = place
            guard !isAtEnd else { throw malformed("the file ends inside <\(parent.name)>") }
            if bytes[place] != 0x3C {
                try text(until: 0x3C)
            } else if try !skipMarkup() {
                guard let tag = try tag() else { throw malformed("expected a tag", at: start) }
                if tag.isClosing {
                    guard tag.name == parent.name else {
                        throw malformed("</\(tag.name)> where </\(parent.name)> belongs", at: start)
                    }
                    open.removeLast()
                    if open.count == 1, let found = entry { try add(found.tag, found.start, found.content..<start) }
                } else {
                    guard parent.name != "string" else {
                        throw malformed("an element in the text of <string>", at: start)
                    }
                    if open.count == 1 { entry = (tag, start, place) }
                    if !tag.isWhole {
                        open.append((tag.name, start))
                    } else if open.count == 1 {
                        try add(tag, start, nil)
                    }
                }
            }
        }
    }

    private mutating func add(_ tag: Tag, _ start: Int, _ content: Range<Int>?) throws(PreferencesXML.Malformed) {
        guard let range = tag.nameAttribute, let name = XMLText.decode(bytes[range]) else {
            throw malformed("an entry without a name", at: start)
        }
        entries.append(.init(tag: tag.name, name: name, element: start..<place, content: content))
        end = place
    }

    /// White space, comments and instructions outside the root.
    private mutating func between() throws(PreferencesXML.Malformed) {
        while !isAtEnd {
            if XMLText.isSpace(bytes[place]) {
                place += 1
            } else if bytes[place] != 0x3C {
                throw malformed("text outside <map>")
            } else if try !skipMarkup() {
                return
            }
        }
    }

    /// A comment, an instruction or a `CDATA` section.
    ///
    /// - Returns: whether there was one.
    private mutating func skipMarkup() throws(PreferencesXML.Malformed) -> Bool {
        let rest = bytes[place...]
        for (opening, closing) in [
            (XMLText.comment, XMLText.commentEnd), (XMLText.cdata, XMLText.cdataEnd),
            (XMLText.instruction, XMLText.instructionEnd),
        ] where rest.starts(with: opening) {
            guard let end = XMLText.find(closing, rest.dropFirst(opening.count)) else {
                throw malformed("\(String(decoding: opening, as: UTF8.self)) without an end")
            }
            place = end + closing.count
            return true
        }
        if rest.starts(with: Array("<!".utf8)) { throw malformed("a document type, which Android never writes") }
        return false
    }

    // MARK: Tags

    private struct Tag {
        var name = ""
        var isClosing = false
        /// Whether it ends with `/>`.
        var isWhole = false
        /// The value of `name`, between its quotes.
        var nameAttribute: Range<Int>?
    }

    /// - Returns: `nil` when there is none at this position.
    private mutating func tag() throws(PreferencesXML.Malformed) -> Tag? {
        guard skip(0x3C) else { return nil }
        var tag = Tag()
        tag.isClosing = skip(0x2F)
        tag.name = try name()
        var seen: Set<String> = []
        while true {
            let isSpaced = skipSpace()
            if skip(0x3E) { return tag }
            if !tag.isClosing, skip(0x2F) {
                guard skip(0x3E) else { throw malformed("/ without >") }
                tag.isWhole = true
                return tag
            }
            guard isSpaced, !tag.isClosing else {
                throw malformed(isAtEnd ? "the file ends inside a tag" : "a tag without >")
            }
            let attribute = try name(), value = try attributeValue()
            guard seen.insert(attribute).inserted else { throw malformed("two attributes \(attribute)") }
            if attribute == "name" { tag.nameAttribute = value }
        }
    }

    private mutating func attributeValue() throws(PreferencesXML.Malformed) -> Range<Int> {
        _ = skipSpace()
        guard skip(0x3D) else { throw malformed("an attribute without =") }
        _ = skipSpace()
        guard !isAtEnd, bytes[place] == 0x22 || bytes[place] == 0x27 else {
            throw malformed("an attribute without quotes")
        }
        let quote = bytes[place], start = place + 1
        place = start
        try text(until: quote)
        guard skip(quote) else { throw malformed(isAtEnd ? "the file ends inside an attribute" : "< in an attribute") }
        return start..<(place - 1)
    }

    private mutating func name() throws(PreferencesXML.Malformed) -> String {
        let start = place
        while !isAtEnd, PreferencesScanner.isNameByte(bytes[place]) { place += 1 }
        guard place > start else { throw malformed(isAtEnd ? "the file ends inside a tag" : "expected a name") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x2D, 0x2E, 0x3A, 0x5F, 0x80...:
            true
        default: false
        }
    }

    /// Character data up to a byte, or to `<`.
    private mutating func text(until stop: UInt8) throws(PreferencesXML.Malformed) {
        while !isAtEnd, bytes[place] != stop, bytes[place] != 0x3C {
            let byte = bytes[place]
            if byte == 0x26 {
                // The longest reference is `&#x0010FFFF;`; more leading zeros do not occur.
                guard let end = bytes[place...].prefix(16).firstIndex(of: 0x3B),
                    XMLText.code(bytes[(place + 1)..<end]) != nil
                else { throw malformed("an invalid character reference") }
                place = end
            } else if byte < 0x20, !XMLText.isSpace(byte) {
                throw malformed("a control character")
            }
            place += 1
        }
    }

    // MARK: Bytes

    private var isAtEnd: Bool { place >= bytes.count }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard !isAtEnd, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() -> Bool {
        let start = place
        while !isAtEnd, XMLText.isSpace(bytes[place]) { place += 1 }
        return place > start
    }

    /// Checks that the file is UTF-8, the only encoding that Android writes.
    private mutating func checkEncoding() throws(PreferencesXML.Malformed) {
        if bytes.starts(with: Array("ABX".utf8)) {
            throw malformed("binary XML: convert it to text with abx2xml on the device")
        }
        place = ByteOrderMark.count(before: bytes)
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var parser = Unicode.UTF8.ForwardParser(), rest = bytes.makeIterator(), valid = 0
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { valid += scalar.count }
        throw malformed("not UTF-8", at: valid)
    }

    private mutating func declaration() throws(PreferencesXML.Malformed) {
        let start = place
        guard bytes[place...].starts(with: Array("<?xml".utf8)),
            let end = XMLText.find(XMLText.instructionEnd, bytes[place...])
        else { return }
        let words = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
        guard let encoding = words.split(separator: "encoding", maxSplits: 1).dropFirst().first else { return }
        guard encoding.contains("utf-8") else { throw malformed("an encoding other than UTF-8", at: start) }
    }

    private func malformed(_ reason: String) -> PreferencesXML.Malformed { malformed(reason, at: place) }

    /// The line and column, as an editor shows them.
    private func malformed(_ reason: String, at place: Int) -> PreferencesXML.Malformed {
        let before = bytes[..<min(place, bytes.count)], start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let line = before.count { $0 == 0x0A } + 1, column = String(decoding: before[start...], as: UTF8.self).count + 1
        return Malformed(description: "\(line):\(column): \(reason)")
    }
}

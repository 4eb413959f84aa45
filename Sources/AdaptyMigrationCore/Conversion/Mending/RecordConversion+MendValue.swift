/// The values of members as a decoder reads them.
extension RecordConversion {
    /// Whether a value must be looked at more closely.
    @inline(__always)
    func needsMending(_ look: UnsafePointer<ReaderRules.Look>, _ value: Int) -> Bool {
        let kind = tape.nodes[value].kind
        if look.pointee.test == .none || kind == .null && !look.pointee.isRequired { return false }
        guard look.pointee.test == .leaf, let rule = look.pointee.rule else { return true }
        return rule.pointee.unreadable & kind.bit != 0 || !stays(rule, value, kind)
    }

    /// Mends a value in its place.
    ///
    /// - Parameters:
    ///   - object: the node of the object.
    ///   - key: the node of the object's key; `nil` for none.
    mutating func mend(
        _ value: Int, _ look: UnsafePointer<ReaderRules.Look>, _ rules: UnsafePointer<ReaderRules>, in object: Int,
        _ key: Int?
    ) throws(MigrationError) {
        let kind = tape.nodes[value].kind, sdk = reader.sdk
        func reason() -> String? {
            if kind == .null { return "null where a value is required" }
            switch look.pointee.test {
            case .configuration:
                return isConfiguration(value) ? nil : "not a remote configuration that SDK \(sdk) reads"
            case .builder: return isBuilder(value) ? nil : "not a builder that SDK \(sdk) reads"
            case .address: return isAddress(value) ? nil : "not an address"
            case .texts: return isTextList(value) ? nil : "not a list of texts"
            case .integer: return integer(value) != nil ? nil : "not an integer"
            case .eligibility: return isEligibility(value) ? nil : "not an eligibility that SDK \(sdk) reads"
            case .record: return kind == .object ? nil : "not an object"
            case .attributes: return kind == .object ? nil : "not attributes"
            case .dictionary, .dictionaryOfLists: return kind == .object ? nil : unreadable(look)
            case .list: return kind == .array ? nil : unreadable(look)
            case .unfit: return unreadable(look)
            case .none, .leaf, .holder: return nil
            }
        }
        if look.pointee.test == .holder { return try holder(value, look, rules, in: object, key) }
        if look.pointee.test == .leaf, kind != .null { return try leaf(value, look, rules, in: object, key) }
        if let reason = reason() { return try fill(value, look, rules, reason, in: object, key) }
        switch look.pointee.test {
        case .record:
            if let inside = look.pointee.inside { try mend(value, inside) }
        case .dictionary, .dictionaryOfLists, .attributes: try mendMap(value, look.pointee.test, look.pointee.inside)
        case .list:
            if let inside = look.pointee.inside { try mendList(value, inside) }
        default: break
        }
    }

    private func unreadable(_ look: UnsafePointer<ReaderRules.Look>) -> String {
        (look.pointee.rule?.pointee.codec ?? .any).unreadable
    }

    /// An object that contains fields of the record.
    private mutating func holder(
        _ value: Int, _ look: UnsafePointer<ReaderRules.Look>, _ rules: UnsafePointer<ReaderRules>, in object: Int,
        _ key: Int?
    ) throws(MigrationError) {
        if tape.kind(value) == .object, let fields = look.pointee.inside {
            try mend(value, fields)
        } else if let scalar = look.pointee.scalar, needsMending(scalar, value) {
            try mend(value, scalar, rules, in: object, key)
        }
    }

    private mutating func leaf(
        _ value: Int, _ look: UnsafePointer<ReaderRules.Look>, _ rules: UnsafePointer<ReaderRules>, in object: Int,
        _ key: Int?
    ) throws(MigrationError) {
        guard let rule = look.pointee.rule else { return }
        switch rule.pointee.codec.recode(tape, value, from: from, to: to) {
        case .same: break
        case .recoded(let bytes), .repaired(let bytes): replace(value, bytes)
        case .unreadable where rule.pointee.codec == .text && tape.kind(value) == .number:
            // Ids are numbers in some services.
            let text = JSONText.encode(String(decoding: tape.array(value), as: UTF8.self))
            note(.defaulted, value, "a number: \(String(decoding: text, as: UTF8.self))")
            replace(value, text)
        case .unreadable: try fill(value, look, rules, unreadable(look), in: object, key)
        }
    }

    /// Replaces an invalid value: by the documented placeholder if a value is required, otherwise by null.
    private mutating func fill(
        _ value: Int, _ look: UnsafePointer<ReaderRules.Look>, _ rules: UnsafePointer<ReaderRules>, _ reason: String,
        in object: Int, _ key: Int?
    ) throws(MigrationError) {
        let isNull = tape.kind(value) == .null
        // No end is meant where the level says that it is for a lifetime.
        let isLifetime = tape.member(object, "is_lifetime").map { tape.kind($0) == .true } ?? false
        let isUnreadableEnd = !reader.isStored && look.pointee.isEnd && !(isLifetime && isEmptyText(value))
        let isEmptyMap = look.pointee.rule?.pointee.wantsObject == true && tape.isEmptyArray(value)
        let isUnknown = !reader.isStored && look.pointee.isID && !isEmptyMap
        if !isNull, isUnreadableEnd || look.pointee.isUnsafe || isUnknown {
            // Any value for it could give access, or take it away.
            throw reader.sdk.refusal(of: tape.index.pointer(value), isThere: true)
        }
        let text = look.pointee.filler
        if text == ReaderRules.Look.null, look.pointee.need != 0 {
            return replace(value, try filler(look.pointee.need.trailingZeroBitCount, rules, object, key))
        }
        note(.defaulted, value, "\(reason): \(String(decoding: text.array, as: UTF8.self))")
        replace(value, text)
    }

    // MARK: Entries

    /// Entries under their keys. SDK 1.x skipped invalid entries. Later decoders refuse all entries because of one.
    private mutating func mendMap(
        _ node: Int, _ test: ReaderRules.Look.Test, _ inside: UnsafePointer<ReaderRules>?
    ) throws(MigrationError) {
        let first = keys.count
        for name in tape.names(node) { keys.append(UInt32(truncatingIfNeeded: name)) }
        let last = hasTwin(from: first) ? lastMembers(node) : [:]
        keys.shrink(to: first)
        var emission = Emission(node), previous = 0
        for name in tape.names(node) {
            let value = name + 1, isOutdone = !last.isEmpty && last[tape.string(name)] != value
            defer { previous = value }
            let isEntry = isOutdone ? false : try isEntry(value, test)
            if !isEntry {
                advance(to: previous, &emission)
                note(.defaulted, value, isOutdone ? RecordConversion.isOutdone : Ledger.leftOut)
                cut(name, &emission)
                continue
            }
            guard let inside else { continue }
            advance(to: previous, &emission)
            begin(name, &emission)
            emission.last = value
            if test == .dictionary {
                try mend(value, inside, key: name)
            } else {
                try mendList(value, inside, key: name)
            }
        }
        finish(&emission)
    }

    private func isEntry(_ value: Int, _ test: ReaderRules.Look.Test) throws(MigrationError) -> Bool {
        let kind = tape.nodes[value].kind
        if test == .attributes {
            // Attributes are texts and numbers.
            if kind.isContainer { return false }
            return kind != .string || tape.text(value).count <= 52 || !reader.sdk.has(.shortAttributes)
                || tape.string(value).count <= 50
        }
        if kind == (test == .dictionary ? .object : .array) { return true }
        // Left out, it would take access away.
        guard !reader.isStored, kind != .null else { return false }
        throw reader.sdk.refusal(of: tape.index.pointer(value), isThere: true)
    }

    /// Records in a list; where one of its elements is none, the others one behind another.
    private mutating func mendList(_ node: Int, _ inside: UnsafePointer<ReaderRules>, key: Int? = nil)
        throws(MigrationError)
    {
        if tape.elements(node).allSatisfy({ tape.kind($0) == .object }) {
            for element in tape.elements(node) { try mend(element, inside, key: key) }
            return
        }
        open(node, .openBracket)
        var isFirst = true
        for element in tape.elements(node) {
            guard try isEntry(element, .dictionary) else {
                note(.defaulted, element, Ledger.leftOut)
                continue
            }
            if !isFirst { out.put(.comma) }
            isFirst = false
            copied = start(element)
            try mend(element, inside, key: key)
            copy(to: end(element))
        }
        copied = end(node) - 1
        close(node, .closeBracket)
    }

    // MARK: Tests

    private func isEmptyText(_ value: Int) -> Bool { tape.kind(value) == .string && tape.text(value).count == 2 }

    private func isText(_ name: StaticString, _ node: Int) -> Bool {
        tape.member(node, name).map { tape.kind($0) == .string } ?? false
    }

    private func isBuilder(_ node: Int) -> Bool {
        !reader.sdk.has(.builder)
            || tape.kind(node) == .object && isText("paywall_builder_id", node) && isText("lang", node)
    }

    /// Foundation refuses empty addresses, and those with spaces.
    private func isAddress(_ node: Int) -> Bool {
        tape.stringValue(node).map { !$0.isEmpty && !$0.utf8.contains(.space) } ?? false
    }

    private func isTextList(_ node: Int) -> Bool {
        tape.kind(node) == .array && tape.elements(node).allSatisfy { tape.kind($0) == .string }
    }

    /// Foundation reads `5.0` and `1.7e12` as integers, too.
    func integer(_ node: Int) -> Int64? {
        guard tape.kind(node) == .number else { return nil }
        let text = tape.text(node)
        if text.count < 18, let digits = text.digits { return digits }
        guard let number = Double(String(decoding: text.array, as: UTF8.self)), number.magnitude < 9.2e18 else {
            return nil
        }
        return Int64(exactly: number)
    }

    private func isEligibility(_ node: Int) -> Bool {
        guard let text = tape.stringValue(node) else { return false }
        return !reader.sdk.has(.knownEligibility) || ["eligible", "ineligible", "not_applicable"].contains(text)
    }

    private func isConfiguration(_ node: Int) -> Bool {
        guard tape.kind(node) == .object, isText("lang", node) else {
            return !reader.sdk.has(.languageOfConfiguration)
        }
        let data = tape.member(node, "data")
        guard reader.sdk.has(.dataOfConfiguration) else {
            let kind = data.map { tape.kind($0) } ?? .null
            return kind == .string || kind == .null
        }
        guard let text = data.flatMap({ tape.stringValue($0) }) else { return false }
        // Fallback files have it all the same.
        if text.isEmpty { return reader.sdk.has(.emptyConfiguration) || reader.isListed }
        return (try? JSONScanner.index(Array(text.utf8), maximumDepth: 512)).map { $0.kind(0) == .object } ?? false
    }
}

extension Text {
    /// The number that decimal digits say; `nil` for any other text.
    fileprivate var digits: Int64? {
        var number: Int64 = 0
        for offset in 0..<count {
            guard case let digit = start[offset] &- UInt8(ascii: "0"), digit < 10 else { return nil }
            number = number * 10 + Int64(digit)
        }
        return number
    }
}

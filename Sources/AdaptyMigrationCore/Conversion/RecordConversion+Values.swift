/// The values of fields.
extension RecordConversion {
    /// Converts a value in its place.
    mutating func value(_ rule: UnsafePointer<MemberRule>, _ value: Int) throws(MigrationError) {
        let kind = tape.nodes[value].kind
        if rule.pointee.unreadable & kind.bit != 0 { return try misfit(rule, value, kind) }
        switch rule.pointee.operation {
        case .leaf:
            if rule.pointee.isPast, kind == .number { try refuseUnixSeconds(value) }
            leaf(rule, value, kind)
        case .record:
            if let child = rule.pointee.child { try object(value, child) }
        case .entries:
            if let child = rule.pointee.child { try entries(value, child, of: rule.pointee.inner) }
        case .first:
            if kind == .array, let child = rule.pointee.child { try first(value, child) }
        case .listed:
            if kind == .object, let child = rule.pointee.child { try list(value, child) }
        case .grouped:
            if kind == .array, let child = rule.pointee.child { try group(value, rule, child) }
        case .flattened:
            if kind == .object, let child = rule.pointee.child { try flatten(value, rule, child) }
        case .plucked:
            if kind == .array { pluck(value, rule) }
        case .wrapped:
            if kind == .array { wrap(value, rule) }
        case .attributeObject:
            if kind == .array { attributeObject(value, rule) }
        case .attributeList:
            if kind == .object { attributeList(value) }
        case .cut, .composite, .holder, .platform, .kept: break
        }
    }

    /// A value of a kind that the field never has. PHP writes an empty object as `[]`, and builders of apps write a map
    /// as pairs.
    private mutating func misfit(
        _ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind
    ) throws(MigrationError) {
        guard rule.pointee.wantsObject, kind == .array, let pairs = KeyedPair.all(tape, value) else {
            return tell(.unreadable, rule, value)
        }
        if let child = rule.pointee.child, !pairs.isEmpty { return try map(value, pairs, child) }
        tell(.repaired, rule, value, JSONText.emptyObject)
        replace(value, JSONText.emptyObject)
    }

    /// Seconds since 2001 are below 820,000,000 today. Unix seconds are above 1,480,000,000 for every purchase since
    /// 2017, and below 4,102,444,800 until 2100.
    ///
    /// - Throws: `unreadable-date` for a moment that has passed and counts from 1970: access would end 31 years too late.
    private func refuseUnixSeconds(_ value: Int) throws(MigrationError) {
        guard !options.isWayBack, !options.isRepeated,
            case let text = String(decoding: tape.array(value), as: UTF8.self),
            let seconds = Double(text), (1_480_000_000..<4_102_444_800).contains(seconds)
        else { return }
        throw refusal(
            .unreadableDate,
            "a moment that has passed is \(text), which counts seconds from 1970; \(from.dialect.rawValue) counts them from 2001",
            remedy: "subtract 978307200 from every date of the record", at: value)
    }

    private mutating func leaf(_ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind) {
        if rule.pointee.same & kind.bit != 0 { return }
        if stays(rule, value, kind) { return }
        if let words = rule.pointee.words, let trip = words.pointee.trip(tape.view, start(value), end(value)) {
            tell(trip.pointee.action, rule, value, trip.pointee.new.array)
            if trip.pointee.new.count > 0 { replace(value, trip.pointee.new) }
            return
        }
        if notes == nil, !to.isEvent, date(rule, value, kind) { return counts.add(.recoded) }
        let (action, new) = rule.pointee.codec.recode(tape, value, from: from, to: to).said
        tell(action, rule, value, new ?? [])
        if let new { replace(value, new) }
    }

    /// Counts what a codec made of a value, and tells it.
    private mutating func tell(
        _ action: Ledger.Action, _ rule: UnsafePointer<MemberRule>, _ value: Int,
        _ new: @autoclosure () -> [UInt8] = []
    ) {
        if action == .copied || action == .unreadable && rule.pointee.isPassed { return }
        let row = Int(rule.pointee.row)
        // A copy of the notes would make every entry copy all before it.
        guard let target = notes?.rows[row].id else { return note(action, value) }
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(40), as: UTF8.self) }
        let words =
            action == .unreadable
            ? rule.pointee.codec.unreadable + "; kept verbatim"
            : "\(text(tape.array(value))) → \(text(new()))"
        note(action, value, target: target, words)
        link(action, [value], [[]], row, words)
    }

    /// The usual forms of a date that must be changed: without its fraction, and stored as a number.
    private mutating func date(_ rule: UnsafePointer<MemberRule>, _ value: Int, _ kind: JSONKind) -> Bool {
        let start = start(value), end = end(value)
        if kind == .string, rule.pointee.form.isServerDate, rule.pointee.targetForm == .serverDate,
            !tape.nodes[value].hasEscapes
        {
            guard CanonicalDate.lacksFraction(tape.view, start + 1, end - 1) else { return false }
            copy(to: start + 20)
            out.put(".000")
            copy(to: end)
            edits += 1
            return true
        }
        if kind == .number, rule.pointee.form == .seconds, rule.pointee.targetForm.isServerDate,
            let milliseconds = StoredDate.milliseconds(tape.view, number: start..<end)
        {
            copy(to: start)
            DateText.put(milliseconds: milliseconds, &out)
            out.put("+0000\"")
            copied = end
            edits += 1
            return true
        }
        return false
    }
}

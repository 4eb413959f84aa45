/// The access that API v2 says: by dates alone, without the flags of other dialects.
///
/// A flag is a snapshot, so `"is_active":true` with an end in the past is no contradiction: it was sent before that
/// end. But whoever is not active must not become active, and nobody's lifetime may begin or end.
///
/// Worked example, a level that was refunded: `"is_active":false,"expires_at":"2027-01-01T00:00:00Z"`. Its flag says
/// that there is no access. By the date alone there would be, until 2027.
struct AccessByDates {
    private let tape: Tape
    private let node: Int
    private let start: Derivation.Moment, end: Derivation.Moment

    /// What contradicts the dates: a flag, the date that would count without it, and what that would do.
    struct Contradiction {
        let flag: StaticString, date: StaticString
        let effect: String
    }

    init(_ tape: Tape, _ node: Int) {
        (self.tape, self.node) = (tape, node)
        start = Derivation.date("starts_at", tape, node)
        end = Derivation.date("expires_at", tape, node)
    }

    /// `nil` for a flag that is missing or no flag.
    private func flag(_ name: StaticString) -> Bool? {
        switch tape.member(node, name).map(tape.kind) {
        case .true: true
        case .false: false
        default: nil
        }
    }

    private var isInGracePeriod: Bool { flag("is_in_grace_period") ?? false }
    private var hasEnd: Bool { if case .unsaid = end { false } else { true } }

    /// Whether there is access at an instant; `nil` where a date cannot be read.
    func isActive(at instant: Int64) -> Bool? {
        guard start.isReadable, end.isReadable else { return nil }
        return start.instant ?? .min <= instant && (isInGracePeriod || end.instant ?? .max > instant)
    }

    /// Why the flags of a level or subscription contradict its dates; `nil` where they do not.
    ///
    /// - Parameter now: flags were sent before it, and readers look at it or later.
    func contradiction(now: Int64) -> Contradiction? {
        if let lifetime = flag("is_lifetime"), lifetime == hasEnd {
            let effect = lifetime ? "access would end" : "access would never end"
            return Contradiction(flag: "is_lifetime", date: "expires_at", effect: effect)
        }
        // A level without a flag that can be read is not open.
        let flag = flag("is_active") ?? false
        let date: StaticString = end.isReadable && !start.isReadable ? "starts_at" : "expires_at"
        guard let isActive = isActive(at: now) else {
            return Contradiction(flag: "is_active", date: date, effect: "nobody could read the access from it")
        }
        if !flag {
            return isActive ? Contradiction(flag: "is_active", date: date, effect: "there would be access") : nil
        }
        let wasActive = start.instant ?? .min <= now && (isInGracePeriod || end.instant ?? .max > start.instant ?? .min)
        return wasActive
            ? nil : Contradiction(flag: "is_active", date: "starts_at", effect: "there would be no access yet")
    }
}

extension RecordConversion {
    /// Whether a conversion may be refused because of access: not one that was done before.
    private var mindsAccess: Bool { saysDates && !options.isRepeated }

    /// - Throws: `contradicting-access` for a level or purchase that is looked up under another name than the one that it
    ///   says. In a list it would be what it says.
    func refuseOtherKey(_ entry: Int, _ rules: UnsafePointer<TableRules>, _ given: Given) throws(MigrationError) {
        let name: StaticString = rules.pointee.id == .accessLevel ? "id" : "vendor_product_id"
        guard mindsAccess, let id = tape.member(entry, name), tape.kind(id) != .null else { return }
        let text = String(decoding: tape.array(id), as: UTF8.self), key = tape.string(given.node)
        let said = tape.kind(id) == .string ? tape.string(id) : tape.kind(id) == .number ? text : nil
        if said.map(ExactText.init) == ExactText(key) { return }
        throw refusal(
            .contradictingAccess,
            "the entry \(key) says that its \(name) is \(said ?? text), and \(to.dialect.rawValue) has that name alone",
            remedy: "correct the \(name) or the key, or keep this record in a dialect with keys", at: id)
    }

    /// Adds what dates and reasons must say in a dialect without flags: no end to what never ends, and a refund.
    func saysByDates(_ node: Int, _ rules: UnsafePointer<TableRules>) -> [(id: String, value: [UInt8], note: String)] {
        guard saysDates,
            rules.pointee.id == .accessLevel || rules.pointee.id == .subscription
        else { return [] }
        func isNull(_ name: StaticString) -> Bool { tape.member(node, name).map { tape.kind($0) == .null } ?? true }
        var said: [(id: String, value: [UInt8], note: String)] = []
        if tape.member(node, "expires_at") == nil { said.append(("expires_at", RemoteConfig.null, "it never ends")) }
        if tape.member(node, "is_refund").map(tape.kind) == .true, isNull("cancellation_reason") {
            said.append(("cancellation_reason", JSONText.encode("refund"), "from is_refund"))
        }
        return said
    }

    /// - Throws: `contradicting-access` for a level or subscription that would give access to other people in a dialect
    ///   that says access by dates.
    func refuseOtherAccess(_ node: Int, _ rules: UnsafePointer<TableRules>) throws(MigrationError) {
        guard mindsAccess,
            rules.pointee.id == .accessLevel || rules.pointee.id == .subscription,
            let found = AccessByDates(tape, node).contradiction(now: options.instant?.microseconds ?? Clock.now)
        else { return }
        func said(_ name: StaticString) -> String {
            let value = tape.member(node, name).map { String(decoding: tape.array($0), as: UTF8.self) }
            return "\(name) is \(value ?? "missing")"
        }
        let place = tape.member(node, found.flag) ?? node
        throw refusal(
            .contradictingAccess,
            "\(said(found.flag)) and \(said(found.date)); \(to.dialect.rawValue) has the date alone, by which \(found.effect)",
            remedy: "write when access really ended, correct the flag, or keep this record in a dialect with flags",
            at: place)
    }
}

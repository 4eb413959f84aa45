/// What API v2 no longer says and a clock can tell (`--at`).
enum Derivation {
    /// What a member says that may be a date.
    enum Moment {
        case unsaid
        case at(Int64)
        /// The node of a text or other value that names no instant.
        case unreadable(Int)

        /// Microseconds since 1970; `nil` for the other two.
        var instant: Int64? { if case .at(let instant) = self { instant } else { nil } }
        var isReadable: Bool { if case .unreadable = self { false } else { true } }
    }

    static func date(_ name: StaticString, _ tape: Tape, _ node: Int) -> Moment {
        guard let value = tape.member(node, name), tape.kind(value) != .null else { return .unsaid }
        guard tape.kind(value) == .string, let date = DateText.microseconds(tape.array(value)[...]) else {
            return .unreadable(value)
        }
        return .at(date)
    }

    /// Which of several entries ends last: null says that one never ends, and one that says nothing is no such.
    static func end(_ tape: Tape, _ node: Int) -> Int64 {
        tape.member(node, "expires_at") == nil ? .min : date("expires_at", tape, node).instant ?? .max
    }

    /// The derived flags of an access level or subscription: it is active while it has started and not expired, and in
    /// its grace period. Of a date that cannot be read nothing is derived, nor where the end is absent: null says that
    /// there is none.
    static func values(_ tape: Tape, _ node: Int, _ table: TableID, at instant: Int64) -> [(String, Bool)] {
        guard table == .accessLevel || table == .subscription else { return [] }
        func isSet(_ name: StaticString) -> Bool { tape.member(node, name).map { tape.kind($0) != .null } ?? false }
        let reason = tape.member(node, "cancellation_reason").flatMap { tape.stringValue($0) }
        var values = [("is_refund", reason == "refund")]
        guard tape.member(node, "expires_at") != nil else { return values }
        let hasExpiry = isSet("expires_at")
        values += [("is_lifetime", !hasExpiry), ("will_renew", hasExpiry && !isSet("renewal_cancelled_at"))]
        if let isActive = AccessByDates(tape, node).isActive(at: instant) {
            values.insert(("is_active", isActive), at: 0)
        }
        return values
    }
}

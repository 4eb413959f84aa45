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

    static func date(_ name: String, _ index: JSONIndex, _ node: Int) -> Moment {
        guard let value = index.member(node, name), index.kind(value) != .null else { return .unsaid }
        guard index.kind(value) == .string, let date = DateText.microseconds(index.raw(value)) else {
            return .unreadable(value)
        }
        return .at(date)
    }

    /// The derived flags of an access level or subscription: it is active while it has started and not expired. Of a
    /// date that cannot be read nothing is derived.
    static func values(_ index: JSONIndex, _ node: Int, _ table: TableID, at instant: Int64) -> [(String, Bool)] {
        guard table == .accessLevel || table == .subscription else { return [] }
        func isSet(_ name: String) -> Bool { index.member(node, name).map { index.kind($0) != .null } ?? false }
        let start = date("starts_at", index, node), end = date("expires_at", index, node),
            hasExpiry = isSet("expires_at")
        var values = [
            ("is_lifetime", !hasExpiry), ("will_renew", hasExpiry && !isSet("renewal_cancelled_at")),
            ("is_refund", index.member(node, "cancellation_reason").flatMap { index.text($0) } == "refund"),
        ]
        if start.isReadable, end.isReadable {
            values.insert(("is_active", start.instant ?? .min <= instant && end.instant ?? .max > instant), at: 0)
        }
        return values
    }
}

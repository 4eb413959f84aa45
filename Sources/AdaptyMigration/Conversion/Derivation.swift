/// What API v2 no longer says and a clock can tell (`--at`).
enum Derivation {
    /// The derived flags of an access level or subscription: it is active while it has started and not expired.
    static func values(_ index: JSONIndex, _ node: Int, _ table: TableID, at instant: Int64) -> [(String, Bool)] {
        guard table == .accessLevel || table == .subscription else { return [] }
        func date(_ name: String) -> Int64? {
            index.member(node, name).flatMap { index.kind($0) == .string ? DateText.microseconds(index.raw($0)) : nil }
        }
        func isSet(_ name: String) -> Bool { index.member(node, name).map { index.kind($0) != .null } ?? false }
        let hasExpiry = isSet("expires_at")
        let isActive =
            (date("starts_at") ?? .min) <= instant && (hasExpiry ? (date("expires_at") ?? .min) > instant : true)
        return [
            ("is_active", isActive), ("is_lifetime", !hasExpiry),
            ("will_renew", hasExpiry && !isSet("renewal_cancelled_at")),
            ("is_refund", index.member(node, "cancellation_reason").flatMap { index.text($0) } == "refund"),
        ]
    }
}

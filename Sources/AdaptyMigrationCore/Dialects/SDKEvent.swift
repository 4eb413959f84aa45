/// Events of the SDK's views, results of purchases, and errors, that have no profile (shapes-2026, 4).
///
/// One with a profile is an envelope, see ``Envelope/Wrapper``.
enum SDKEvent {
    /// How the ids of events begin.
    private static let beginnings = [
        "paywall_view_did_", "flow_view_did_", "flow_view_observer_did_", "onboarding_did_", "onboarding_on_",
        "on_installation_details_", "did_receive_promoted_purchase", "did_load_latest_profile",
    ]
    /// The types of results without a profile.
    private static let results: Set = ["pending", "user_cancelled"]

    /// Whether a document is one of them.
    static func holds(_ index: JSONIndex) -> Bool {
        guard index.kind(0) == .object else { return false }
        func text(_ name: String) -> String { index.member(0, name).flatMap { index.text($0) } ?? "" }
        let id = text("id").utf8
        if beginnings.contains(where: { id.starts(with: $0.utf8) }) { return true }
        if ["purchased_result", "purchaseResult"].contains(where: { index.member(0, $0) != nil }) { return true }
        let answer = index.member(0, "success") ?? 0
        let type = index.member(answer, "type").flatMap { index.text($0) } ?? ""
        if results.contains(type), Array(index.members(answer)).count == 1 { return true }
        if index.member(0, at: ["error", "adapty_code"]) != nil { return true }
        guard let view = index.member(0, "view") else { return false }
        return ["placement_id", "placementId"].contains { index.member(view, $0) != nil }
            && ["variation_id", "variationId"].contains { index.member(view, $0) != nil }
    }
}

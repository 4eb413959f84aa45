/// Events of the SDK's views, results of purchases, and errors, that have no profile (`cross_platform.yaml` of
/// AdaptySDK-Flutter 3.2–4.0).
///
/// One with a profile is an envelope, see ``Envelope/Wrapper``.
package enum SDKEvent {
    /// How the ids of events begin.
    private static let beginnings = [
        "paywall_view_did_", "flow_view_did_", "flow_view_observer_did_", "onboarding_did_", "onboarding_on_",
        "on_installation_details_", "did_receive_promoted_purchase", "did_load_latest_profile",
    ]
    /// The types of results without a profile.
    private static let results: Set = ["pending", "user_cancelled"]

    /// Whether a text is the id of an event.
    package static func isID(_ text: String) -> Bool { beginnings.contains { text.utf8.starts(with: $0.utf8) } }

    /// Whether a document is one of them.
    static func holds(_ tape: Tape) -> Bool {
        func has(_ node: Int, _ names: StaticString...) -> Bool { names.contains { tape.member(node, $0) != nil } }
        if tape.member(0, "id").flatMap(tape.stringValue).map(isID) ?? false { return true }
        if has(0, "purchased_result", "purchaseResult") { return true }
        let answer = tape.member(0, "success") ?? 0, type = tape.member(answer, "type").flatMap(tape.stringValue)
        if let type, results.contains(type), Array(tape.names(answer)).count == 1 { return true }
        if let error = tape.member(0, "error"), has(error, "adapty_code") { return true }
        guard let view = tape.member(0, "view") else { return false }
        return has(view, "placement_id", "placementId") && has(view, "variation_id", "variationId")
    }
}

/// The sender of a record with the members of an event. Other services have events with the same names: Chargebee's
/// `subscription_cancelled` is not Adapty's. What Adapty sends is on the page *Webhook event types and fields* of its
/// docs.
///
/// Members of one's own, such as `tenant`, never weigh against Adapty.
///
/// Worked example: `{"id":"ev_1","object":"event","content":{},"event_type":"subscription_cancelled"}` is foreign,
/// because an object `event` has a `content`. The sender of `{"event_type":"subscription_cancelled","user_id":"u"}` is
/// unclear. With `customer_user_id` instead of `user_id` it is Adapty's.
enum EventOrigin {
    case adapty
    /// There is no evidence for or against Adapty, so the name stays as it is.
    case unclear
    case foreign

    /// Members that only Adapty sends. One of them is enough.
    static let sure: Set<String> = [
        "profile_event_id", "event_api_version", "profiles_sharing_access_level", "profile_install_datetime",
        "play_store_purchase_token", "profile_has_access_level", "profile_total_revenue_usd", "consecutive_payments",
        "rate_after_first_year", "vendor_product_id", "store_offer_category", KnownNames.residue,
    ]
    /// Members of which one is enough beside the name of one of Adapty's events, and two beside another name.
    private static let likely: Set<String> = [
        "profile_id", "customer_user_id", "event_datetime", "event_properties", "idfv", "idfa", "advertising_id",
        "attributions", "user_attributes", "integration_ids",
    ]
    /// What JavaScript, warehouses and Snowflake make of `event_type`.
    static let otherNames = ["eventType", "event_name", "eventName", "EVENT_TYPE", "EVENT_NAME"]
    /// Members of other services' events.
    private static let others: Set<String> = [
        "insert_id", "amplitude_id", "device_id", "user_properties", "webhook_status",
    ]

    init(_ tape: Tape, _ node: Int) {
        let names = EventOrigin.names(tape, node)
        let properties = tape.member(node, "event_properties").map { EventOrigin.names(tape, $0) } ?? []
        if EventOrigin.isSure(names) {
            self = .adapty
        } else if EventOrigin.isForeign(tape, node, names) {
            self = .foreign
        } else if EventOrigin.isSure(properties) {
            self = .adapty
        } else {
            let likelihood = EventOrigin.likelihood(tape, node, names)
            let isAdaptys = likelihood > 1 || likelihood == 1 && EventOrigin.isKnown(tape, node)
            self = isAdaptys ? .adapty : .unclear
        }
    }

    /// Whether the name is that of one of Adapty's events.
    private static func isKnown(_ tape: Tape, _ node: Int) -> Bool {
        tape.member(node, "event_type").flatMap(tape.stringValue).map(spellings.contains) ?? false
    }

    private static let spellings = Set(EventName.spellings)

    private static func names(_ tape: Tape, _ node: Int) -> Set<String> { Set(tape.names(node).map(tape.string)) }

    private static func isSure(_ names: Set<String>) -> Bool {
        !names.isDisjoint(with: sure) || names.isSuperset(of: ["access_level_id", "is_active"])
    }

    private static func likelihood(_ tape: Tape, _ node: Int, _ names: Set<String>) -> Int {
        let isTransaction =
            names.contains("original_transaction_id")
            && tape.member(node, "environment").flatMap(tape.stringValue).map(["Sandbox", "Production"].contains)
                ?? false
        let hasProfile =
            names.contains("profile")
            && tape.member(node, "profile").map {
                tape.kind($0) == .object && tape.member($0, "profile_id") != nil
            } ?? false
        return names.intersection(likely).count + (isTransaction ? 1 : 0) + (hasProfile ? 1 : 0)
    }

    private static func isForeign(_ tape: Tape, _ node: Int, _ names: Set<String>) -> Bool {
        func text(_ name: StaticString) -> String? { tape.member(node, name).flatMap(tape.stringValue) }
        if !names.isDisjoint(with: others) || names.contains(where: { $0.hasPrefix("stripe_") || $0.hasPrefix("$") }) {
            return true
        }
        if names.contains("content"), text("object") == "event" { return true }
        guard names.contains("resource") else { return false }
        return names.contains("resource_type") || names.contains("event_version")
            || text("event_type")?.contains(".") == true
    }
}

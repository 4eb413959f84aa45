/// A family of JSON shapes. The ids are public: command-line flags, fixtures and documents use them. Later versions may
/// add dialects, so a `switch` needs an `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum Dialect: String, CaseIterable, Sendable, Hashable {
    /// SDK 3.8–3.17; older variants 2.9–3.7.
    case sdk3
    /// SDK 2.4.3–2.8, the **current** dialect of objects; older variants 2.0–2.4.2.
    case sdk2
    /// The camelCase objects of React Native 2.6–3.17 and Capacitor, flat or with `placement`.
    case sdk3Bridge = "sdk3-bridge"
    /// The same objects as in SDK 2, with the camelCase names of React Native and JavaScript.
    case sdk2Bridge = "sdk2-bridge"
    /// Backend to SDK 1.x: snake_case, string dates, JSON:API envelope or bare attributes.
    case sdk1Wire = "sdk1-wire"
    /// SDK 1.x on disk: camelCase, dates as seconds since 2001, enums as integers.
    case sdk1Stored = "sdk1-stored"
    /// Flutter, React Native, Unity and Android 1.x: camelCase (Unity: snake_case), string dates.
    case sdk1Bridge = "sdk1-bridge"
    /// Server-side API v1 objects, with or without `{"data": …}`.
    case serverV1 = "server-v1"
    /// Server-side API v2: arrays instead of dictionaries, `store_*` names.
    case serverV2 = "server-v2"
    /// Webhook events with current names.
    case webhook
    /// Webhook events of generations A and B, and every other spelling that is not current.
    case webhookLegacy = "webhook-legacy"

    /// A description of the dialect, in one line.
    public var summary: String {
        switch self {
        case .sdk1Wire: "backend to SDK 1.x: snake_case, string dates, `data.attributes` envelope or bare attributes"
        case .sdk1Stored: "SDK 1.x on disk: camelCase, dates as seconds since 2001-01-01, enums as integers"
        case .sdk1Bridge: "Flutter, React Native, Unity and Android 1.x: camelCase (Unity: snake_case), string dates"
        case .serverV1: "server-side API v1, with or without `{\"data\": …}`"
        case .serverV2: "server-side API v2: arrays instead of dictionaries, `store_*` names"
        case .sdk2: "**current** for objects: SDK 2.4.3–2.8; 2.0–2.4.2 is read as its older variant"
        case .sdk2Bridge: "the same surface with camelCase names (React Native, JavaScript)"
        case .sdk3: "SDK 3.8–3.17: `placement`, product references; 2.9–3.7 is read as its older variant"
        case .sdk3Bridge: "camelCase objects of React Native 2.6–3.17 and Capacitor, flat or with `placement`"
        case .webhookLegacy: "events of generations A and B (`subscription_cancelled`, `auto_renew_off` …)"
        case .webhook: "**current** event names"
        }
    }

    /// The age: a larger number is newer. `server-v2` and `sdk3-bridge` have the same age as `sdk3`.
    package var age: Int {
        switch self {
        case .sdk1Wire, .sdk1Stored, .sdk1Bridge, .serverV1, .webhookLegacy: 1
        case .sdk2, .sdk2Bridge, .webhook: 2
        case .sdk3, .sdk3Bridge, .serverV2: 3
        }
    }

    /// Whether it is of SDK 3. Its dialects are converted to one another directly, because SDK 2 lacks some fields.
    package var isSDK3: Bool { self == .sdk3 || self == .sdk3Bridge }

    /// Whether a document may have a residue inside. The SDK for JavaScript throws at members that it does not know.
    package var holdsResidue: Bool { self != .sdk3Bridge }

    package var isEvent: Bool { self == .webhook || self == .webhookLegacy }

    /// The dialect through which every other one is converted.
    package var hub: Dialect { isEvent ? .webhook : .sdk2 }

    /// Whether an upgrade converts it to its hub. A newer dialect stays as it is.
    package var isUpgraded: Bool { age <= hub.age || self == .serverV2 || self == .sdk3Bridge }

    /// The column that is written by default.
    package var column: Column {
        switch self {
        case .sdk1Wire: .sdk1Wire
        case .sdk1Stored: .sdk1Stored
        case .sdk1Bridge: .sdk1Bridge
        case .serverV1: .serverV1
        case .serverV2: .serverV2
        case .sdk2: .sdk2
        case .sdk2Bridge: .sdk2Bridge
        case .sdk3: .sdk3
        case .sdk3Bridge: .sdk3Bridge
        case .webhook: .webhook
        case .webhookLegacy: .webhookLegacy
        }
    }
}

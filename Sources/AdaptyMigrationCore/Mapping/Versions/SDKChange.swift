/// What Adapty's SDK reads or refuses otherwise from a version on.
///
/// There is one line for each, from the sources of AdaptySDK-iOS and AdaptySDK-Android at each tag. What a decoder
/// refuses to miss is in ``SDKNeed``, and which fields a version reads is in the rows.
struct SDKChange: Sendable {
    /// The first version in which it is so.
    let since: SDKVersion

    private init(since: SDKVersion) { self.since = since }

    /// Records are in `snake_case`, as the server sends them, and in no envelope.
    static let sdk2 = SDKChange(since: "2.0.0")
    /// A configuration needs its `lang`.
    static let languageOfConfiguration = SDKChange(since: "2.3.0")
    /// An eligibility of another word than `eligible`, `ineligible` and `not_applicable` is refused.
    static let knownEligibility = SDKChange(since: "2.5.0")
    /// The eligibility and the time of a product are read of one by itself, not of one in a paywall
    /// (`BackendProductState.swift` of AdaptySDK-iOS 2.8.0).
    static let stateOfProduct = SDKChange(since: "2.5.0")
    /// Profiles have a segment.
    static let profilesOfSDK3 = SDKChange(since: "2.9.0")
    /// A configuration needs its `data`, the text of an object. On Android, it may be empty as well.
    static let dataOfConfiguration = SDKChange(since: "2.11.0")
    /// The builder of a paywall is read, and needs its id and its `lang`.
    static let builder = SDKChange(since: "2.11.0")
    /// An object `attributes` wins over the members beside it, and a null there is refused (AdaptySDK-iOS 2.11–3.17).
    static let attributes = SDKChange(since: "2.11.0")
    /// `meta.products` of an answer is no longer read.
    static let productsOfPaywalls = SDKChange(since: "2.11.0")
    /// A fallback file needs all of its `meta` (AdaptySDK-iOS 2.11.3). The first files had their version alone.
    static let metaOfFallback = SDKChange(since: "2.11.3")
    /// An empty configuration is read on Android, too. AdaptySDK-Android 2.11–3.4 does not.
    static let emptyConfiguration = SDKChange(since: "3.5.0")
    /// A paywall has a `placement`, and those of a placement are in its `data`.
    static let placements = SDKChange(since: "3.8.0")
    /// There are onboardings.
    static let onboardings = SDKChange(since: "3.8.0")
    /// An attribute of more than fifty characters is refused.
    static let shortAttributes = SDKChange(since: "3.12.0")
    /// Flows have the place of paywalls.
    static let flows = SDKChange(since: "4.0.0")
}

extension SDKVersion {
    /// Whether a version has a change.
    func has(_ change: SDKChange) -> Bool { change.since <= self }
}

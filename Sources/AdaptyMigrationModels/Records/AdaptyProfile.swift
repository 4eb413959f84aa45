import AdaptyMigrationCore

/// The user and the state of payments in the current SDK. Fields of later SDKs are optional. Source: the page *SDK
/// Models* of Adapty's docs, SDK 2.4.
public struct AdaptyProfile: ProfileRecord {
    @_spi(Tools) public static let shape = ModelShape(.profile, .profile, [.sdk2, .sdk3, .sdk2Bridge])

    @_spi(Tools) public var view: ModelView

    /// Segment of the profile (SDK 2.9.0).
    public var segmentHash: String? {
        get { self["segment_hash"] }
        set { self["segment_hash"] = newValue }
    }
    /// Whether this is a test user (SDK 2.11.1).
    public var isTestUser: Bool? {
        get { self["is_test_user"] }
        set { self["is_test_user"] = newValue }
    }
    /// Milliseconds since 1970 of the answer (SDK 2.10.2).
    public var timestamp: Int64? {
        get { self["timestamp"] }
        set { self["timestamp"] = newValue }
    }
    /// Sources of attribution (SDK 3.17.1).
    public var appliedAttributionSources: RawJSON? {
        get { self["applied_attribution_sources"] }
        set { self["applied_attribution_sources"] = newValue }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a profile with the members that the SDK requires.
    public init(profileId: String) {
        view = ModelView(AdaptyProfile.names)
        self.profileId = profileId
    }
}

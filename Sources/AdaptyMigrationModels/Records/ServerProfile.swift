import AdaptyMigrationCore

/// The user and the state of payments in the server-side API. Source: the page *API objects* of Adapty's docs,
/// and `adapty-api.yaml` in adaptyteam/adapty-docs for API v2.
public struct ServerProfile: LegacyRecord, ProfileRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyProfile

    @_spi(Tools) public static let shape = ModelShape(.profile, .profile, [.serverV1])

    @_spi(Tools) public var view: ModelView

    /// Segment of the profile (SDK 2.9.0).
    public var segmentHash: String? {
        get { self["segment_hash"] }
        set { self["segment_hash"] = newValue }
    }
    /// Milliseconds since 1970 of the answer (SDK 2.10.2).
    public var timestamp: Int64? {
        get { self["timestamp"] }
        set { self["timestamp"] = newValue }
    }
    /// The app in Adapty.
    public var appId: String? {
        get { self["app_id"] }
        set { self["app_id"] = newValue }
    }
    /// Revenue of the profile in USD.
    public var totalRevenueUsd: JSONNumber? {
        get { self["total_revenue_usd"] }
        set { self["total_revenue_usd"] = newValue }
    }

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a profile with the members that the SDK requires.
    public init(profileId: String) {
        view = ModelView(ServerProfile.names)
        self.profileId = profileId
    }
}

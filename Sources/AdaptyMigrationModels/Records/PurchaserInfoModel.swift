import AdaptyMigrationCore

/// The user and the state of payments in SDK 1.x. Source: `Documentation/Models.md` of AdaptySDK-iOS 1.16.1.
public struct PurchaserInfoModel: LegacyRecord, ProfileRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyProfile

    @_spi(Tools) public static let shape = ModelShape(.profile, .profile, Column.sdk1)

    @_spi(Tools) public var view: ModelView

    @_spi(Tools) public init(view: ModelView) { self.view = view }

    /// Creates a profile with the members that the SDK requires.
    public init(profileId: String) {
        view = ModelView(PurchaserInfoModel.names)
        self.profileId = profileId
    }
}

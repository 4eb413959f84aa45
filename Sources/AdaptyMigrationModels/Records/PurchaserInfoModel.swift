import AdaptyMigrationCore

/// The user and the state of payments in SDK 1.x (seed 003).
public struct PurchaserInfoModel: LegacyRecord, ProfileRecord {
    /// The current record to which an upgrade converts.
    public typealias Current = AdaptyProfile

    public static let _shape = ModelShape(.profile, .profile, Column.sdk1)

    public var _view: ModelView

    public init(_view: ModelView) { self._view = _view }

    /// Creates a profile with the members that the SDK requires.
    public init(profileId: String) {
        _view = ModelView(PurchaserInfoModel.names)
        self.profileId = profileId
    }
}

import AdaptyMigrationCore

// Parts of records that had other names in older SDKs and the server API. A part reads whatever names its document has,
// so one type serves all dialects. The names of SDK 1.x are those of `Documentation/Models.md` of AdaptySDK-iOS 1.16.1.

/// An access level of SDK 1.x (`Documentation/Models.md` of AdaptySDK-iOS 1.16.1).
public typealias AccessLevelInfoModel = AdaptyProfile.AccessLevel
/// A subscription of SDK 1.x (`Documentation/Models.md` of AdaptySDK-iOS 1.16.1).
public typealias SubscriptionInfoModel = AdaptyProfile.Subscription
/// Another purchase of SDK 1.x (`Documentation/Models.md` of AdaptySDK-iOS 1.16.1).
public typealias NonSubscriptionInfoModel = AdaptyProfile.NonSubscription
/// A discount of SDK 1.x (`Documentation/Models.md` of AdaptySDK-iOS 1.16.1).
public typealias ProductDiscountModel = AdaptyProductDiscount
/// A period of SDK 1.x (`Documentation/Models.md` of AdaptySDK-iOS 1.16.1).
public typealias ProductSubscriptionPeriodModel = AdaptyProductSubscriptionPeriod

import AdaptyMigrationCore

// Parts of records that older SDKs and the server API had under names of their own. A part reads whatever names its
// document has, so one type stands for all.

/// An access level of SDK 1.x (seed 003).
public typealias AccessLevelInfoModel = AdaptyProfile.AccessLevel
/// A subscription of SDK 1.x (seed 003).
public typealias SubscriptionInfoModel = AdaptyProfile.Subscription
/// Another purchase of SDK 1.x (seed 003).
public typealias NonSubscriptionInfoModel = AdaptyProfile.NonSubscription
/// A discount of SDK 1.x (seed 003).
public typealias ProductDiscountModel = AdaptyProductDiscount
/// A period of SDK 1.x (seed 003).
public typealias ProductSubscriptionPeriodModel = AdaptyProductSubscriptionPeriod

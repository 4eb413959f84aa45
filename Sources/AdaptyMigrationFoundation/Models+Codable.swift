public import AdaptyMigration

// One line per model; the implementation is in ModelRecord+Codable.swift. The overlay and the models are one package,
// so that no other module can add these conformances a second time.

extension PurchaserInfoModel: Codable {}
extension AccessLevelInfoModel: Codable {}
extension SubscriptionInfoModel: Codable {}
extension NonSubscriptionInfoModel: Codable {}
extension PaywallModel: Codable {}
extension PromoModel: Codable {}
extension ProductModel: Codable {}
extension ProductDiscountModel: Codable {}
extension ProductSubscriptionPeriodModel: Codable {}

extension ServerProfile: Codable {}
extension ServerAccessLevel: Codable {}
extension ServerSubscription: Codable {}
extension ServerNonSubscription: Codable {}

extension AdaptyProfile: Codable {}
extension AdaptyProfile.AccessLevel: Codable {}
extension AdaptyProfile.Subscription: Codable {}
extension AdaptyProfile.NonSubscription: Codable {}
extension AdaptyPaywall: Codable {}
extension AdaptyPaywallProduct: Codable {}
extension AdaptyProductDiscount: Codable {}
extension AdaptyProductSubscriptionPeriod: Codable {}
extension AdaptySubscriptionUpdateParameters: Codable {}

extension WebhookEvent: Codable {}
extension WebhookEvent.Properties: Codable {}

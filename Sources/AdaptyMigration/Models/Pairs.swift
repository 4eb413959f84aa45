/// A record of an older side, and the current record it upgrades to.
public protocol LegacyRecord: ModelRecord {
    associatedtype Current: ModelRecord
}

extension ModelRecord {
    /// The current record of a legacy one. What this side has no field for is retained for the way back.
    public init<Legacy: LegacyRecord>(upgrading legacy: Legacy) where Legacy.Current == Self {
        self.init(converting: legacy)
    }
}

extension LegacyRecord {
    /// The legacy record of a current one; what an upgrade retained is given back.
    public init(downgrading current: Current) {
        self.init(converting: current)
    }
}

extension PurchaserInfoModel: LegacyRecord { public typealias Current = AdaptyProfile }
extension AccessLevelInfoModel: LegacyRecord { public typealias Current = AdaptyProfile.AccessLevel }
extension SubscriptionInfoModel: LegacyRecord { public typealias Current = AdaptyProfile.Subscription }
extension NonSubscriptionInfoModel: LegacyRecord { public typealias Current = AdaptyProfile.NonSubscription }
extension PaywallModel: LegacyRecord { public typealias Current = AdaptyPaywall }
extension ProductModel: LegacyRecord { public typealias Current = AdaptyPaywallProduct }
extension ProductDiscountModel: LegacyRecord { public typealias Current = AdaptyProductDiscount }
extension ProductSubscriptionPeriodModel: LegacyRecord { public typealias Current = AdaptyProductSubscriptionPeriod }
extension ServerProfile: LegacyRecord { public typealias Current = AdaptyProfile }
extension ServerAccessLevel: LegacyRecord { public typealias Current = AdaptyProfile.AccessLevel }
extension ServerSubscription: LegacyRecord { public typealias Current = AdaptyProfile.Subscription }
extension ServerNonSubscription: LegacyRecord { public typealias Current = AdaptyProfile.NonSubscription }

extension AdaptyPaywall {
    /// A promo's paywall; `nil` when the promo has none. Promos themselves have no successor since SDK 2.0.
    public init?(upgrading promo: PromoModel) {
        guard let paywall = promo.paywall else { return nil }
        self.init(upgrading: paywall)
    }

    /// The product ids of ``products`` (seed 002's `vendorProductIds`).
    public var vendorProductIds: [String] { (products ?? []).compactMap(\.vendorProductId) }

    /// The custom JSON text (seed 002's `remoteConfigString`).
    public var remoteConfigString: String? { remoteConfig?.data }

    /// The locale of ``remoteConfigString`` (seed 002's `locale`).
    public var locale: String? { remoteConfig?.lang }
}

extension PaywallModel {
    /// The custom payload as JSON (seed 003's `customPayload`); `nil` when there is none or its text is not JSON.
    public var customPayload: RawJSON? { customPayloadString.flatMap { try? RawJSON($0) } }
}

extension WebhookEvent {
    /// The event under its current name.
    public var upgraded: WebhookEvent {
        var event = self
        event.eventType = eventType?.canonical
        return event
    }

    /// The event under the name of generations A and B.
    public var downgraded: WebhookEvent {
        var event = self
        event.eventType = eventType?.legacy
        return event
    }
}

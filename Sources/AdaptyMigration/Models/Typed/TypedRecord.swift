/// A model that takes part in the typed path. Every model of the project does; a test sees to it.
protocol TypedRecord: ModelRecord, TypedValue {}

extension TypedRecord {
    static func read(_ reader: inout TypedReader, _ plan: DecodePlan?) -> Self? {
        guard reader.byte == 0x7B else { return nil }
        var model = Self()
        let isRead = withUnsafeMutablePointer(to: &model) {
            plan?.read(&reader, UnsafeMutableRawPointer($0)) ?? reader.decline()
        }
        guard isRead else {
            reader.isDeclined = true
            return nil
        }
        return model
    }

    func write(_ writer: inout TypedWriter, _ plan: EncodePlan?) {
        guard let plan else { return writer.isDeclined = true }
        withUnsafePointer(to: self) { plan.write(UnsafeRawPointer($0), &writer) }
    }

    static var shape: ValueShape { mapping.layout.map { .record($0) } ?? .leaf }

    static func convert(_ source: UnsafeRawPointer, _ shape: ValueShape) -> Self? {
        guard case .record(let from) = shape, let to = mapping.layout,
            var conversion = LayoutConversion(from, to, isNested: true)
        else { return nil }
        var model = Self()
        let isExact = withUnsafeMutablePointer(to: &model) { conversion.convert(source, UnsafeMutableRawPointer($0)) }
        return isExact ? model : nil
    }
}

extension PurchaserInfoModel: TypedRecord {}
extension AccessLevelInfoModel: TypedRecord {}
extension SubscriptionInfoModel: TypedRecord {}
extension NonSubscriptionInfoModel: TypedRecord {}
extension PaywallModel: TypedRecord {}
extension PromoModel: TypedRecord {}
extension ProductModel: TypedRecord {}
extension ProductDiscountModel: TypedRecord {}
extension ProductSubscriptionPeriodModel: TypedRecord {}
extension ServerProfile: TypedRecord {}
extension ServerAccessLevel: TypedRecord {}
extension ServerSubscription: TypedRecord {}
extension ServerNonSubscription: TypedRecord {}
extension AdaptyProfile: TypedRecord {}
extension AdaptyProfile.AccessLevel: TypedRecord {}
extension AdaptyProfile.Subscription: TypedRecord {}
extension AdaptyProfile.NonSubscription: TypedRecord {}
extension AdaptyPaywall: TypedRecord {}
extension AdaptyPaywallProduct: TypedRecord {}
extension AdaptyProductDiscount: TypedRecord {}
extension AdaptyProductSubscriptionPeriod: TypedRecord {}
extension AdaptySubscriptionUpdateParameters: TypedRecord {}
extension WebhookEvent: TypedRecord {}
extension WebhookEvent.Properties: TypedRecord {}

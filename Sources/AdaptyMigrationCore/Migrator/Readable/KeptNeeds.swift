/// What the decoders of kinds without a table require: flows of SDK 4 (`AdaptyFlow.swift` on the branch release/4.0.0
/// of AdaptySDK-iOS), and onboardings of SDK 3.8 and later.
struct KeptNeeds {
    /// A JSON pointer to the first value that is missing; `nil` when the decoder accepts the record.
    private(set) var missing: String?
    private let index: JSONIndex

    private static let placement = [
        "developer_id", "audience_name", "revision", "ab_test_name", "placement_audience_version_id",
    ]
    private static let placementForJavaScript = ["id", "audienceName", "revision", "abTestName", "audienceVersionId"]
    private static let reference = ["vendor_product_id", "adapty_product_id", "access_level_id", "product_type"]
    private static let referenceForJavaScript = ["vendorId", "adaptyId", "accessLevelId", "productType"]

    init(_ index: JSONIndex, _ record: Int, _ kind: RecordKind) {
        self.index = index
        let isWire = index.member(record, "variation_id") != nil
        require(isWire ? ["variation_id"] : ["id", "name", "variationId"], in: record)
        require(["placement"], in: record) { needs, placement in
            needs.require(isWire ? KeptNeeds.placement : KeptNeeds.placementForJavaScript, in: placement)
        }
        switch (kind, isWire) {
        case (.flow, true):
            require(["flow_id", "flow_name"], in: record)
            each("remote_configs", in: record) { $0.require(["lang", "data"], in: $1) }
            each("variations", in: record) { needs, paywall in
                needs.require(["paywall_id", "paywall_name", "variation_id", "products"], in: paywall)
                needs.each("products", in: paywall) { $0.require(KeptNeeds.reference, in: $1) }
            }
        case (.flow, false):
            for name in ["paywalls", "variations"] {
                each(name, in: record) { needs, paywall in
                    needs.require(["id", "name", "variationId", "products"], in: paywall)
                    needs.each("products", in: paywall) { $0.require(KeptNeeds.referenceForJavaScript, in: $1) }
                }
            }
        case (.onboarding, true):
            require(["onboarding_id", "onboarding_name"], in: record)
            require(["onboarding_builder"], in: record) { $0.require(["config_url"], in: $1) }
        default: break
        }
    }

    /// - Parameter inside: checks the value of each member.
    private mutating func require(
        _ names: [String], in object: Int, _ inside: (inout KeptNeeds, Int) -> Void = { _, _ in }
    ) {
        for name in names where missing == nil {
            if let value = index.member(object, name), index.kind(value) != .null {
                inside(&self, value)
            } else {
                missing = index.pointer(object) + "/" + name
            }
        }
    }

    /// Checks each element of a list that may be missing.
    private mutating func each(_ name: String, in object: Int, _ inside: (inout KeptNeeds, Int) -> Void) {
        for element in index.member(object, name).map({ index.elements($0) }) ?? [] { inside(&self, element) }
    }
}

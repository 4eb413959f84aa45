@testable import AdaptyMigrationCore
import Testing

/// A record in which every member that is passed stands between ‹ and ›, with its comma.
struct PassedRecord: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let dialect: Dialect
    private let marked: String

    init(_ name: String, _ dialect: Dialect, _ marked: String) {
        (testDescription, self.dialect, self.marked) = ("\(name) of \(dialect.rawValue)", dialect, marked)
    }

    var text: String { marked.filter { $0 != "‹" && $0 != "›" } }
    var document: [UInt8] { Array(text.utf8) }

    /// Each passed member: its name, and the record with the member edited.
    var members: [(name: String, edited: (String?) -> String)] {
        let parts = marked.split(separator: "‹", omittingEmptySubsequences: false)
        return parts.indices.dropFirst().map { place in
            let member = parts[place].prefix { $0 != "›" }
            let name = String(member.dropFirst().prefix { $0 != "\"" })
            func edited(_ value: String?) -> String {
                let new = value.map { "\"\(name)\":\($0)," } ?? ""
                var texts = parts.map { $0.filter { $0 != "›" } }
                texts[place] = new + parts[place].dropFirst(member.count + 1)
                return texts.joined()
            }
            return (name, edited)
        }
    }

    /// The record as a program writes it whose types have none of the passed members.
    var typed: String {
        marked.split(separator: "‹", omittingEmptySubsequences: false).enumerated().map { place, part in
            place == 0 ? String(part) : String(part.drop { $0 != "›" }.dropFirst())
        }.joined()
    }

    static let price = #"{"country":"DE","currency":"EUR","value":9.990}"#

    private static func profile(_ own: String, purchase: String = "", subscription: String = "", other: String = "")
        -> String
    {
        #"{"profile_id":"p",‹"app_id":"a",›‹"total_revenue_usd":29.90,›‹"promotional_offer_eligibility":false,›‹"introductory_offer_eligibility":true,›‹"apple_validation_result":{"status":0},›\#(own)"paid_access_levels":{"premium":{"id":"premium",‹"vendor_transaction_id":"1",›‹"vendor_original_transaction_id":"0",›‹"environment":"Sandbox",›\#(purchase)"is_active":true}},"subscriptions":{"m":{‹"reference_name":"Month",›‹"price":\#(price),›"vendor_transaction_id":"1",\#(purchase)\#(subscription)"is_active":true}},"non_subscriptions":{"c":[{"purchase_id":"1",‹"vendor_original_transaction_id":"0",›‹"price":null,›\#(other)"is_consumable":true}]}}"#
    }

    private static func complete(_ own: String) -> String {
        profile(
            own,
            purchase:
                #""vendor_product_id":"m","store":"app_store","activated_at":"2024-01-01T00:00:00.000Z","is_lifetime":true,"will_renew":false,"is_in_grace_period":false,"is_refund":false,"#,
            subscription: #""vendor_original_transaction_id":"0","is_sandbox":false,"#,
            other:
                #""vendor_product_id":"c","store":"app_store","purchased_at":"2024-01-01T00:00:00.000Z","is_sandbox":false,"is_refund":false,"#
        )
    }

    /// A profile of SDK 2 with every member that is passed, and few others.
    static let small = PassedRecord("profile", .sdk2, profile(""))

    /// Current records with every member that is passed, and every one that a decoder requires.
    static let current = [
        PassedRecord("profile", .sdk2, complete("")),
        PassedRecord("profile", .sdk3, complete(#""segment_hash":"h","is_test_user":false,"timestamp":1,"#)),
        PassedRecord(
            "paywall", .sdk2,
            #"{"developer_id":"d","variation_id":"v","revision":1,‹"is_promo":true,›‹"visual_paywall":"<b>",›"ab_test_name":"t","paywall_name":"n","paywall_updated_at":1,"use_paywall_builder":true,"products":[{"vendor_product_id":"m",‹"localized_introductory_price":"0 €",›"introductory_offer_eligibility":"eligible","timestamp":1}]}"#
        ),
        PassedRecord(
            "paywall", .sdk3,
            #"{"placement":{"developer_id":"d","revision":1,"ab_test_name":"t","audience_name":"a","placement_audience_version_id":"i"},"variation_id":"v",‹"is_promo":true,›‹"visual_paywall":"<b>",›‹"use_paywall_builder":true,›"paywall_id":"i","paywall_name":"n","request_locale":"en","products":[{"vendor_product_id":"m",‹"introductory_offer_eligibility":"eligible",›‹"timestamp":1,›‹"localized_introductory_price":"0 €",›"adapty_product_id":"ap","access_level_id":"premium","product_type":"month"}]}"#
        ),
    ]
}

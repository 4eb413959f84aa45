/// Small records of several dialects.
enum Samples {
    static let oldEvent = #"{"event_type":"subscription_cancelled"}"#
    static let newEvent = #"{"event_type":"subscription_expired"}"#
    static let residue =
        #","_adapty_migration":{"v":1,"from":"webhook-legacy","to":"webhook","kind":"event","hash":"b2d594bb862eaae1","original":"{\"event_type\":\"subscription_cancelled\"}"}}"#
    /// `oldEvent` upgraded.
    static let upgradedEvent = #"{"event_type":"subscription_expired""# + residue
    /// A name of nobody's: it stays what it is and has no residue.
    static let ownEvent = #"{"event_type":"own_event"}"#
    static let unknown = #"{"x":1}"#
    static let broken = #"{"event_type":"#

    /// SDK 1.x with its envelope, pretty-printed, with what is hard to keep: number lexemes, escapes, null, order.
    static let profile = """
        {
            "data": {
                "type": "adapty_analytics_profile",
                "id": "e44cc1ff",
                "attributes": {
                    "profile_id": "e44cc1ff",
                    "app_id": "d89416c5",
                    "customer_user_id": "caf\\u00e9",
                    "total_revenue_usd": 10.0,
                    "paid_access_levels": {
                        "premium": {
                            "id": "premium",
                            "is_active": 1,
                            "expires_at": "2021-07-15T20:28:30.000000+0000",
                            "starts_at": null,
                            "will_renew": 0,
                            "is_lifetime": 0,
                            "vendor_product_id": "monthly",
                            "vendor_transaction_id": "1000000843",
                            "vendor_original_transaction_id": "1000000831",
                            "store": "app_store",
                            "activated_at": "2021-07-15T19:28:30.000000+0000"
                        }
                    },
                    "subscriptions": {},
                    "non_subscriptions": null,
                    "custom_attributes": []
                }
            }
        }

        """
}

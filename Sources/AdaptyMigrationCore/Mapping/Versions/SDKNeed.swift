/// A member that the decoders of some SDK versions refuse to miss, and the least harmful value for it.
///
/// The table describes the newest form of each dialect. Within a dialect, the SDKs changed several times. There is one
/// line for each requirement, from the sources of AdaptySDK-iOS and AdaptySDK-Android at each tag.
package struct SDKNeed: Sendable, Equatable {
    /// What is written where the data does not have the member. No filler gives access.
    enum Filler: Sendable, Equatable {
        /// A JSON text.
        case text(String)
        /// The key under which the entry is.
        case key
        /// The value at another place of the object. A JSON text where that is missing, or of another kind than the
        /// text.
        case member([String], else: String)
        /// The value of a member that the SDK reads under the name of this one; a JSON text where it is missing.
        case renamed(from: String, else: String)
        /// A text at another place of the object, where it has one. The decoder reads it, and does not require it.
        case copy(of: [String])
        /// An integer from 1 up to this: the nearest one to the value of the data, or this.
        case integer(upTo: Int64)
        /// The earliest of these dates of the object that is not after its end, or 1970. So a start is never to come.
        case earliest([String])
        /// No value is safe.
        case none
    }

    let table: TableID
    /// The object of the record that holds it (`placement`); `nil` for the record itself.
    let holder: String?
    let name: String
    let filler: Filler
    /// The first version with the requirement, and the first version without it; `nil` when there is none.
    let since: SDKVersion
    let until: SDKVersion?
    /// Whose decoders require it: everybody's where it is empty.
    let readers: String

    private init(
        _ table: TableID, _ name: String, _ filler: Filler, in holder: String? = nil, since: SDKVersion = .oldestReader,
        until: SDKVersion? = nil, for readers: String = ""
    ) {
        self.table = table
        self.holder = holder
        self.name = name
        self.filler = filler
        self.since = since
        self.until = until
        self.readers = readers
    }

    /// The decoders that are not Adapty's native ones. Those of iOS and Android take a default instead.
    private static let plugins = " for Flutter, Kotlin Multiplatform and Unity"

    /// Whether the answer around a list of paywalls has the member, or the SDK adds it
    /// (`AdaptyPlacement.swift` of AdaptySDK-iOS 3.8.0 and later).
    var isInMeta: Bool { ["placement", "request_locale", "response_created_at"].contains(name) }

    private static let empty = Filler.text("\"\""), no = Filler.text("false"), zero = Filler.text("0")

    private static let profile = [
        SDKNeed(.profile, "profile_id", .none),
        // What Adapty's own Android bridge writes.
        SDKNeed(.profile, "segment_hash", .text("\"not implemented\""), since: "2.9.0"),
        SDKNeed(.profile, "timestamp", .text("-1"), since: "2.11.0", for: plugins),
        SDKNeed(.profile, "is_test_user", no, since: "2.11.0", for: plugins),
    ]

    /// What levels and subscriptions both need.
    private static func timed(_ table: TableID) -> [SDKNeed] {
        [
            SDKNeed(table, "is_active", .none), SDKNeed(table, "store", empty),
            SDKNeed(table, "activated_at", .earliest(["renewed_at", "unsubscribed_at", "billing_issue_detected_at"])),
        ] + ["is_lifetime", "will_renew", "is_in_grace_period", "is_refund"].map { SDKNeed(table, $0, no) }
    }

    private static let purchases: [SDKNeed] =
        [SDKNeed(.accessLevel, "id", .key), SDKNeed(.accessLevel, "vendor_product_id", empty)] + timed(.accessLevel)
        + [
            SDKNeed(.subscription, "vendor_product_id", .key),
            SDKNeed(
                .subscription, "vendor_transaction_id", .member(["vendor_original_transaction_id"], else: "\"\"")),
            SDKNeed(
                .subscription, "vendor_original_transaction_id", .member(["vendor_transaction_id"], else: "\"\"")),
            SDKNeed(.subscription, "is_sandbox", no),
        ] + timed(.subscription) + [
            SDKNeed(.nonSubscription, "purchase_id", .none), SDKNeed(.nonSubscription, "vendor_product_id", .key),
            SDKNeed(.nonSubscription, "store", empty), SDKNeed(.nonSubscription, "purchased_at", .earliest([])),
            SDKNeed(.nonSubscription, "is_sandbox", no), SDKNeed(.nonSubscription, "is_refund", no),
            SDKNeed(.nonSubscription, "is_consumable", no, since: "2.4.3"),
            SDKNeed(.nonSubscription, "is_one_time", .member(["is_consumable"], else: "false"), until: "2.4.3"),
        ]

    private static let flatPaywall = [
        SDKNeed(.paywall, "developer_id", .none, until: "3.8.0"),
        SDKNeed(.paywall, "revision", zero, until: "3.8.0"),
        SDKNeed(.paywall, "ab_test_name", .member(["developer_id"], else: "\"\""), until: "3.8.0"),
        SDKNeed(.paywall, "paywall_updated_at", zero, until: "2.11.0"),
        SDKNeed(.paywall, "audience_name", empty, since: "3.4.0", until: "3.8.0"),
        // Where a paywall is one of a list.
        SDKNeed(.paywall, "placement_audience_version_id", empty, since: "2.11.0", until: "3.8.0"),
        // The answer's own name for it.
        SDKNeed(
            .paywall, "response_created_at", .renamed(from: "paywall_updated_at", else: "0"), since: "2.11.0",
            until: "3.8.0", for: plugins),
        // The place of the configuration before `remote_config`.
        SDKNeed(.paywall, "custom_payload", .copy(of: ["remote_config", "data"]), until: "2.3.0"),
    ]

    private static let nestedPaywall = [
        SDKNeed(.paywall, "placement", .none, since: "3.8.0"),
        SDKNeed(.paywall, "developer_id", .none, in: "placement", since: "3.8.0"),
        SDKNeed(.paywall, "audience_name", empty, in: "placement", since: "3.8.0"),
        SDKNeed(.paywall, "revision", zero, in: "placement", since: "3.8.0"),
        SDKNeed(
            .paywall, "ab_test_name", .member(["developer_id"], else: "\"\""), in: "placement", since: "3.8.0"),
        SDKNeed(.paywall, "placement_audience_version_id", empty, in: "placement", since: "3.8.0"),
        SDKNeed(.paywall, "request_locale", .member(["remote_config", "lang"], else: "\"en\""), since: "3.11.0"),
    ]

    private static let paywall =
        [
            SDKNeed(.paywall, "variation_id", .none), SDKNeed(.paywall, "paywall_name", empty),
            SDKNeed(.paywall, "products", .text("[]")), SDKNeed(.paywall, "paywall_id", empty, since: "2.9.0"),
            SDKNeed(.paywall, "response_created_at", zero, since: "3.8.0", for: plugins),
            // Where a paywall is one of a list; on Android always.
            SDKNeed(.paywall, "weight", .integer(upTo: 100), since: "2.11.0"),
        ] + flatPaywall + nestedPaywall

    private static let product = [
        SDKNeed(.product, "vendor_product_id", .none),
        SDKNeed(.product, "promotional_offer_eligibility", no, until: "2.5.0"),
        SDKNeed(.product, "introductory_offer_eligibility", .text("\"unknown\""), until: "2.5.0"),
        // From 2.5 on `unknown` is refused. Adapty's guide says to treat it as ineligible.
        SDKNeed(
            .product, "introductory_offer_eligibility", .text("\"ineligible\""), since: "2.5.0", until: "3.3.0"),
        SDKNeed(.product, "timestamp", zero, until: "3.3.0"),
        // Adapty's own Android bridge writes it.
        SDKNeed(.product, "adapty_product_id", .text("\"unknown\""), since: "2.9.4"),
        SDKNeed(.product, "access_level_id", empty, since: "3.12.0"),
        // An unknown type never gives access on a device.
        SDKNeed(.product, "product_type", .text("\"uncategorised\""), since: "3.12.0"),
    ]

    private static let all = Dictionary(grouping: profile + purchases + paywall + product, by: \.table)

    /// The names of the members, and of those whose values they get.
    static let names = all.values.joined().flatMap { need in
        switch need.filler {
        case .renamed(let former, _): [need.name, former]
        case .member(let path, _), .copy(let path), .earliest(let path): [need.name] + path
        case .text, .key, .integer, .none: [need.name]
        }
    }

    /// The versions with which a requirement comes or goes.
    static let changes = all.values.joined().flatMap { [$0.since] + ($0.until.map { [$0] } ?? []) }

    static func of(_ table: TableID, in sdk: SDKVersion, holder: String? = nil) -> [SDKNeed] {
        all[table == .reference ? .product : table]?.filter {
            $0.holder == holder && $0.since <= sdk && $0.until.map { sdk < $0 } ?? true
                && isRead($0.name, in: table, by: sdk)
        } ?? []
    }

    /// The need of the newest version that requires a member, wherever in the record it is; `nil` for none.
    static func newest(_ name: String, in table: TableID) -> SDKNeed? {
        all[table == .reference ? .product : table]?.filter { $0.name == name }.max { $0.since < $1.since }
    }

    /// The JSON text of a date that nobody said.
    static let never = "\"1970-01-01T00:00:00.000Z\""

    /// The earliest of these dates that is not after the object's end; `nil` for none.
    ///
    /// - Parameter date: the date in a member of the object; `nil` for none, or for one that cannot be read.
    static func earliest<Text>(of names: [String], _ date: (String) -> (moment: Int64, text: Text)?) -> Text? {
        let end = date("expires_at")?.moment ?? .max
        return names.compactMap(date).filter { $0.moment <= end }.min { $0.moment < $1.moment }?.text
    }

    /// The placeholder of a field in words; `nil` for none.
    package static func placeholder(_ row: Row, _ table: TableID, in column: Column) -> String? {
        let text = row.codec.placeholder(in: column).map { "`\(String(decoding: $0, as: UTF8.self))`" }
        switch newest(row.name(in: column) ?? row.id, in: table)?.filler {
        case .text(let text)?: return "`\(text)`"
        case .key?: return "its key"
        case .member(let path, let text)?: return "`\(path[0])`, else `\(text)`"
        case .earliest(let names)?: return names.isEmpty ? "1970" : "the earliest of its dates, else 1970"
        case .renamed?, .copy?, .integer?, .some(.none), nil: return text
        }
    }

    /// What ``SDKChange/stateOfProduct`` is about.
    private static let ofProductsAlone: Set = ["introductory_offer_eligibility", "timestamp"]

    /// Whether a version looks at a member of a table.
    static func isRead(_ name: String, in table: TableID, by sdk: SDKVersion) -> Bool {
        table != .reference || !sdk.has(.stateOfProduct) || !ofProductsAlone.contains(name)
    }
}

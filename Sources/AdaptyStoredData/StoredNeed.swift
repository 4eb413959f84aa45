import AdaptyMigrationCore

/// A member that some SDK versions require in stored data, beyond the rows that the table marks as required.
///
/// The table describes the newest form of each dialect. Within a dialect, the iOS SDK changed the form of its stored
/// data several times. There is one line for each change, from the sources at each tag.
struct StoredNeed: Sendable {
    let table: TableID
    let name: String
    /// The first version with the requirement, and the first version without it.
    let since: SDKVersion
    let until: SDKVersion
    /// The value to write if the old data does not have it.
    let placeholder: String

    private init(
        _ table: TableID, _ name: String, _ placeholder: String, since: SDKVersion = "2.4.3", until: SDKVersion
    ) {
        self.table = table
        self.name = name
        self.placeholder = placeholder
        self.since = since
        self.until = until
    }

    private static let all = [
        StoredNeed(.product, "promotional_offer_eligibility", "false", until: "2.5.0"),
        StoredNeed(.product, "introductory_offer_eligibility", "\"unknown\"", until: "2.5.0"),
        // From 2.5 on `unknown` is refused. Adapty's guide says to treat it as ineligible.
        StoredNeed(.product, "introductory_offer_eligibility", "\"ineligible\"", since: "2.5.0", until: "3.3.0"),
        StoredNeed(.product, "timestamp", "0", until: "3.3.0"),
        StoredNeed(.paywall, "paywall_id", "\"\"", since: "2.9.0", until: "3.8.0"),
        StoredNeed(.product, "adapty_product_id", "\"\"", since: "2.9.4", until: "3.8.0"),
        StoredNeed(.paywall, "audience_name", "\"\"", since: "3.4.0", until: "3.8.0"),
    ]

    static func of(_ table: TableID, in sdk: SDKVersion) -> [StoredNeed] {
        all.filter { $0.table == table && $0.since <= sdk && sdk < $0.until }
    }
}

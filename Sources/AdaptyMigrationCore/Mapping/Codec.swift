/// How one kind of value is read, written, described and sampled. The list is closed; ``custom`` names the conversions
/// that change structure and not only a value.
package enum Codec: Hashable, Sendable {
    case text, number, integer, flag, timestamp, any
    /// `{"name": text or number}`; an empty array stands for an empty object in old payloads.
    case attributes
    /// A flag in old dialects, `"eligible"` / `"ineligible"` in newer ones.
    case eligibility
    case periodUnit, paymentMode
    case eventName
    /// `is_sandbox`; `server-v2` says `environment: "Sandbox"`.
    case sandbox
    /// An object with a table of its own.
    case record(TableID)
    /// Entries with a table of their own; how they are held differs by column (``Container``).
    case entries(TableID, Collection)
    /// A named conversion that no row can express.
    case custom(Composite)

    /// The collections of the data.
    package enum Collection: Hashable, Sendable {
        case accessLevels, subscriptions, nonSubscriptions, list, products
    }

    /// How a column holds entries.
    package enum Container: Hashable, Sendable {
        /// `{"key": {…}}`
        case dictionary
        /// `{"key": [{…}, …]}`
        case dictionaryOfLists
        /// `[{…}, …]`
        case list
        /// `[{…}, …]`, each with its dictionary key inside as this member.
        case keyed(String)
        /// The same, several entries to a key.
        case keyedLists(String)
        /// `["…", …]`: of each entry only this member.
        case ids(String)
    }

    /// Whether the value is converted without looking into it.
    var isLeaf: Bool {
        switch self {
        case .record, .entries, .custom, .attributes: false
        default: true
        }
    }

    package func container(in column: Column) -> Container? {
        guard case .entries(_, let collection) = self else { return nil }
        let isV2 = column == .serverV2
        return switch collection {
        case .accessLevels: isV2 ? .keyed("access_level_id") : .dictionary
        case .subscriptions: isV2 ? .keyed("store_product_id") : .dictionary
        case .nonSubscriptions: isV2 ? .keyedLists("store_product_id") : .dictionaryOfLists
        case .list: .list
        case .products: column == .sdk2Bridge ? .ids("vendor_product_id") : .list
        }
    }

    /// The conversions that are not a value's but a structure's. Counted by a test; each has its own file.
    package enum Composite: String, CaseIterable, Sendable {
        /// `custom_payload` text ↔ `remote_config {lang, data}` ↔ `remoteConfigString` + `locale`.
        case remoteConfig
        /// `server-v2` `offer {category, type, id}` ↔ three `active_*` members.
        case offer
    }
}

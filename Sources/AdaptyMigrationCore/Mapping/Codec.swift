/// How one kind of value is read, written, described and sampled. The list is closed. ``custom`` names the conversions
/// that change the structure and not only a value.
package enum Codec: Hashable, Sendable {
    case text, number, integer, flag, timestamp, any
    /// `{"name": text or number}`. In old payloads an empty array means an empty object.
    case attributes
    /// A flag in old dialects, and `"eligible"` / `"ineligible"` in newer ones.
    case eligibility
    case periodUnit, paymentMode
    case eventName
    /// `is_sandbox`; in `server-v2` it is `environment: "Sandbox"`.
    case sandbox
    /// An object whose members have other names in JavaScript.
    case object(ObjectNames)
    /// An object with a table of its own.
    case record(TableID)
    /// Entries with a table of their own. Their container differs by column (``Container``).
    case entries(TableID, Collection)
    /// A named conversion that a row cannot express.
    case custom(Composite)

    /// The collections of the data.
    package enum Collection: Hashable, Sendable {
        case accessLevels, subscriptions, nonSubscriptions, list, products
    }

    /// The container of entries in a column.
    package enum Container: Hashable, Sendable {
        /// `{"key": {…}}`
        case dictionary
        /// `{"key": [{…}, …]}`
        case dictionaryOfLists
        /// `[{…}, …]`
        case list
        /// `[{…}, …]`, each with its dictionary key inside as this member.
        case keyed(String)
        /// The same, with several entries for a key.
        case keyedLists(String)
        /// `["…", …]`: only this member of each entry.
        case ids(String)
    }

    /// Whether the value is converted without examining its inside.
    var isLeaf: Bool {
        switch self {
        case .record, .entries, .custom, .attributes: false
        default: true
        }
    }

    package func container(in column: Column) -> Container? {
        guard case .entries(_, let collection) = self else { return nil }
        let isV2 = column.has(.keyedLists)
        return switch collection {
        case .accessLevels: isV2 ? .keyed("access_level_id") : .dictionary
        case .subscriptions: isV2 ? .keyed("store_product_id") : .dictionary
        case .nonSubscriptions: isV2 ? .keyedLists("store_product_id") : .dictionaryOfLists
        case .list: .list
        case .products: column.has(.productIDs) ? .ids("vendor_product_id") : .list
        }
    }

    /// Whether it holds access levels or purchases.
    var isOfPurchases: Bool {
        guard case .entries(_, let collection) = self else { return false }
        return [.accessLevels, .subscriptions, .nonSubscriptions].contains(collection)
    }

    /// Whether a column has entries by their keys.
    func isDictionary(in column: Column) -> Bool {
        switch container(in: column) {
        case .dictionary, .dictionaryOfLists: true
        default: false
        }
    }

    /// The conversions that change a structure. A test counts them; each has its own file.
    package enum Composite: String, CaseIterable, Sendable {
        /// `custom_payload` text ↔ `remote_config {lang, data}` ↔ `remoteConfigString` + `locale`.
        case remoteConfig
        /// `server-v2` `offer {category, type, id}` ↔ three `active_*` members.
        case offer
    }
}

import AdaptyMigrationStores

/// Shows the beginning of lists that may be long.
enum StoreList {
    private static let limit = 20

    /// One line for each text.
    static func lines(_ list: CountedList, _ prefix: String = "", _ suffix: String = "") -> [String] {
        list.first.prefix(limit).map { "  " + prefix + Terminal.printable($0) + suffix }
            + (list.count > limit ? ["  and \(list.count - limit) more"] : [])
    }

    /// One line for all keys; `nil` when there are none.
    static func keys(_ what: String, _ keys: CountedList) -> String? {
        if keys.isEmpty { return nil }
        let more = keys.count > limit ? " and \(keys.count - limit) more" : ""
        return
            "  \(what): \(keys.count) (key \(keys.first.prefix(limit).map(Terminal.printable).joined(separator: ", "))\(more))"
    }
}

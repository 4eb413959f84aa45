@_spi(Tools) import AdaptyMigrationTools

/// What became of the values in the file of an app's data, for JSON.
struct AppDataItems: Encodable {
    private struct Item: Encodable {
        let key: String
        let outcome: String
        let note: String
        let changes: [String]
    }

    private let items: [Item]

    init(_ report: StoredReport) {
        items = report.items.map {
            Item(key: $0.key.description, outcome: $0.outcome.rawValue, note: $0.note, changes: $0.changes)
        }
    }
}

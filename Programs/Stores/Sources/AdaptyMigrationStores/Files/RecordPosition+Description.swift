import AdaptyMigrationFiles

extension RecordPosition {
    /// `events.ndjson line 3`, `paywalls.json line 1, entry 2`
    func described(in path: String) -> String { "\(path) line \(line)" + (element.map { ", entry \($0 + 1)" } ?? "") }
}

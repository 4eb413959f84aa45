@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationStores

/// The report of `store apply` on the documents that it read.
final class StoreReport: @unchecked Sendable {
    // Only one thread runs a store and reports documents.
    private let inspector: RecordInspector
    private let path: String
    private var report = MigrationReport()

    /// - Returns: `nil` when no report is requested.
    init?(_ store: StoreOptions, _ options: ReportOptions) {
        guard let path = options.path else { return nil }
        let instants = store.at.isEmpty ? ReportOptions.instants : store.at
        inspector = RecordInspector(
            from: store.from, to: store.to.named, instants: instants.map(\.microseconds),
            showsValues: options.showValues)
        self.path = path
        report.add(.runs, EvidenceCommand.current.cells(residue: store.residuePlace.rawValue))
    }

    func add(_ record: SeenRecord, source: String) {
        let place = RecordInspector.Place(source: source, line: 1, column: 1)
        switch record {
        case .document(let document): inspector.inspect(document, at: place, into: &report)
        case .rejected(let record, let error): inspector.reject(record, error, at: place, into: &report)
        }
    }

    func write() throws(CommandFailure) { try ReportFile.write(report, to: path) }
}

import AdaptyMigrationTools
import AdaptyMigrationFiles
import AdaptyMigrationStores

/// The report of `store apply` on the records that it read.
final class StoreReport: @unchecked Sendable {
    // Only one thread runs a store and reports records.
    private let inspector: RecordInspector
    private let path: String
    private var report = MigrationReport()

    /// - Returns: `nil` when no report is requested.
    /// - Throws: a refusal when the report would be inside the store.
    init?(_ store: StoreOptions, _ options: ReportOptions) throws(CommandFailure) {
        guard let path = options.path else { return nil }
        let folder = store.store.hasPrefix("file:") ? String(store.store.dropFirst(5)) : store.store
        if FileStatus.of(folder) != nil, (Path.canonical(path) + "/").hasPrefix(Path.canonical(folder) + "/") {
            throw .usage("the report \(path) would be inside the store \(folder); write it elsewhere")
        }
        let target: Dialect? = if case .named(let dialect) = store.to { dialect } else { nil }
        let instants = store.at.isEmpty ? ReportOptions.instants : store.at
        inspector = RecordInspector(
            from: store.from, to: target, instants: instants.map(\.microseconds), showsValues: options.showValues)
        self.path = path
        report.add(.runs, EvidenceCommand.current.cells(residue: store.residuePlace.rawValue))
    }

    func add(_ record: SeenRecord, source: String, line: Int, column: Int) {
        let place = RecordInspector.Place(source: source, line: line, column: column)
        switch record {
        case .document(let document): inspector.inspect(document, at: place, into: &report)
        case .event(let name):
            inspector.event(name, became: EventName(rawValue: name).canonical.rawValue, into: &report)
        case .rejected(let record, let error): inspector.reject(record, error, at: place, into: &report)
        }
    }

    func write() throws(CommandFailure) { try ReportFile.write(report, to: path) }
}

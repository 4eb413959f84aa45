@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Collects the report of a run.
///
/// Its inspections belong to the threads of a run. All other methods are called by the thread that takes the blocks, in
/// the order of the input.
final class RunReport {
    let inspections: [Inspection]
    /// The path of the report; `nil` when the caller takes it.
    let path: String?
    /// Whether it is all that the run writes.
    var isAlone: Bool { path == nil }
    private var gathered = MigrationReport()
    private var read = ByteDigest(), written = ByteDigest()
    private var input: Input?

    /// - Parameter instants: the instants at which access is compared.
    init(_ options: ConversionOptions, instants: [Instant], showsValues: Bool, path: String? = nil) {
        self.path = path
        let keepsResidue = if case .discard = options.residue { false } else { true }
        let inspector = RecordInspector(
            options: options.migration, from: options.input.from, to: options.to?.named,
            instants: instants.map(\.microseconds),
            keepsResidue: keepsResidue, showsValues: showsValues)
        inspections = (0..<options.input.threads).map { _ in Inspection(inspector) }
        gathered.add(.runs, EvidenceCommand.current.cells(residue: options.residue.name))
    }

    /// The combined reports of all threads.
    var report: MigrationReport { inspections.reduce(into: gathered) { $0 += $1.report } }

    func write() throws(CommandFailure) {
        if let path { try ReportFile.write(report, to: path) }
    }

    // MARK: Gathering

    func begin(_ input: Input) {
        self.input = input
        for inspection in inspections { inspection.source = input.name }
    }

    func read(_ bytes: UnsafeRawBufferPointer) { read.add(bytes) }
    func wrote(_ bytes: UnsafeRawBufferPointer) { written.add(bytes) }

    func end() {
        guard let input else { return }
        gathered.add(.files, [.text(input.name), "source"] + read.finish())
        gathered.add(.files, [.text(input.name), "target"] + written.finish())
        gather()
    }

    /// Tells that the input cannot be read to its end.
    ///
    /// - Parameter isTakenBack: whether nothing of it is written.
    func giveUp(_ failure: CommandFailure, isTakenBack: Bool) {
        guard let input else { return }
        if isTakenBack { for inspection in inspections { inspection.report = MigrationReport() } }
        _ = (read.finish(), written.finish())
        inspections[0].reject(input, MigrationError(.truncated, failure.message, remedy: ""))
        gather()
    }

    private func gather() {
        for inspection in inspections {
            gathered += inspection.report
            inspection.report = MigrationReport()
        }
        input = nil
    }
}

extension ByteDigest {
    /// The cells of a report. The next file begins.
    fileprivate mutating func finish() -> [ReportCell] {
        defer { self = ByteDigest() }
        return [.number(count), .text(hex)]
    }
}

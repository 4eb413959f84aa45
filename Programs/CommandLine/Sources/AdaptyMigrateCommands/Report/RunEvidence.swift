import AdaptyMigrationTools
import AdaptyMigrationFiles
import AdaptyMigrationStores

/// Collects the requested evidence of a run: the report and the certificate.
///
/// Its inspections belong to the threads of a run. All other methods are called by the thread that takes the blocks, in
/// the order of the input.
final class RunEvidence {
    let inspections: [Inspection]
    private let options: ConversionOptions
    private let instants: [String]
    private let reportPath: String?
    private let certificatePath: String?
    private var gathered = MigrationReport()
    private var source: Witness, target: Witness
    private var input: Input?
    /// By the name of an input, the name that is the same on every machine.
    private var names: [String: String] = [:]
    /// The inputs in order, by that name, with their layouts.
    private(set) var order: [(name: String, layout: Witness.Layout)] = []

    /// - Parameters:
    ///   - instants: the instants at which access is compared.
    ///   - isCertifying: whether a certificate is requested.
    ///   - watched: the records of the target whose leaves are kept.
    ///   - report: the path of the report; `nil` for none. `certificate` likewise.
    init(
        _ options: ConversionOptions, instants: [Instant], showsValues: Bool = false, isCertifying: Bool = false,
        watching watched: ClosedRange<Int>? = nil,
        report: String? = nil, certificate: String? = nil
    ) {
        self.options = options
        self.instants = instants.map(\.text)
        reportPath = report
        certificatePath = certificate
        let to: Dialect? = if case .named(let dialect)? = options.to { dialect } else { nil }
        let keepsResidue = if case .discard = options.residue { false } else { true }
        let inspector = RecordInspector(
            options: options.migration, from: options.input.from, to: to, instants: instants.map(\.microseconds),
            keepsResidue: keepsResidue, showsValues: showsValues)
        inspections = (0..<options.input.threads).map { _ in Inspection(inspector) }
        let isCertifying = isCertifying || certificate != nil
        source = Witness(isCertifying: isCertifying, maximumDepth: options.input.maxDepth)
        target = Witness(isCertifying: isCertifying, maximumDepth: options.input.maxDepth, watching: watched)
        gathered.add(.runs, EvidenceCommand.current.cells(residue: options.residue.name))
    }

    // MARK: What was gathered

    /// The combined evidence of all threads.
    var report: MigrationReport { inspections.reduce(into: gathered) { $0 += $1.report } }

    var certificate: Certificate {
        Certificate(
            tool: AdaptyMigrate.version, rules: MigrationTables.rulesHash, options: options.words, instants: instants,
            inputs: Array(names.values.sorted().prefix(Certificate.mostNames)),
            source: .init(source), target: .init(target),
            report: report.extract(Certificate.parts) { [names] in names[$0] ?? $0 })
    }

    /// The leaves of the target that were requested.
    var leaves: [[UInt8]] { target.tree?.leaves ?? [] }

    /// The files to write, with their roles.
    var files: [(role: String, path: String)] {
        [("the report", reportPath), ("the certificate", certificatePath)].compactMap { role, path in
            path.map { (role, $0) }
        }
    }

    func write() throws(CommandFailure) {
        if let reportPath { try ReportFile.write(report, to: reportPath) }
        guard let certificatePath else { return }
        let output = try Output(path: certificatePath)
        try output.write(certificate.json)
        try output.commit()
    }

    // MARK: Gathering

    func begin(_ input: Input, _ layout: Witness.Layout) {
        self.input = input
        names[ReportCell.cut(input.name).text] = input.relativePath
        order.append((input.relativePath, layout))
        for inspection in inspections { inspection.source = input.name }
        source.begin(layout)
        target.begin(layout == .rejects ? .lines : layout)
    }

    /// Exports are read elsewhere, and not all their pieces are unchanged input bytes.
    func beginExport(_ input: Input) throws(CommandFailure) {
        begin(input, .export)
        try source.read(input, maximumDepth: options.input.maxDepth)
    }

    /// Adds the input bytes of a block. It is called for every part of the block's output, the last part last.
    func take<Note>(_ block: Block<Note>) { if block.isDone { block.withBytes { source.add($0) } } }

    func written(_ bytes: RecordBuffer) { bytes.withUnsafeBytes { target.add($0) } }
    func written(_ bytes: [UInt8]) { target.add(bytes) }

    /// Adds a piece of an export with its output.
    func pass(_ piece: ExportPass.Piece, _ written: [UInt8]?) {
        if let written { target.add(written) }
        guard case .row(let record, let position, let result) = piece, let input else { return }
        inspections.first?.add(record, position, result, of: input)
    }

    func end() {
        guard let input else { return }
        gathered.add(.files, [.text(input.name), "source"] + source.finish())
        gathered.add(.files, [.text(input.name), "target"] + target.finish())
        self.input = nil
    }
}

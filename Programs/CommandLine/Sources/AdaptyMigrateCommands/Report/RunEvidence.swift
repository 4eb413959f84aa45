import AdaptyMigrationTools
import AdaptyMigrationFiles
import AdaptyMigrationStores

/// What is gathered about a run beside its records, where somebody asks for it: the report and the certificate.
///
/// Its inspections belong to the threads of a run; everything else is called by the one that takes the blocks, in the
/// order of the input.
final class RunEvidence {
    let inspections: [Inspection]
    private let options: ConversionOptions
    private let instants: [String]
    private let reportPath: String?
    private let certificatePath: String?
    private var gathered = MigrationReport()
    private var source: Witness, target: Witness
    private var input: Input?
    /// By the name of an input, the one that it has on every machine.
    private var names: [String: String] = [:]
    /// The inputs in their order, by that name, and how each is laid out.
    private(set) var order: [(name: String, layout: Witness.Layout)] = []

    /// - Parameters:
    ///   - instants: at which access is compared.
    ///   - isCertifying: whether there is to be a certificate.
    ///   - watched: the records of the target whose leaves are kept.
    ///   - report: where the report goes; `nil` for nowhere. In the same way `certificate`.
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

    /// What was gathered, of all threads.
    var report: MigrationReport { inspections.reduce(into: gathered) { $0 += $1.report } }

    var certificate: Certificate {
        Certificate(
            tool: AdaptyMigrate.version, rules: MigrationTables.rulesHash, options: options.words, instants: instants,
            inputs: Array(names.values.sorted().prefix(Certificate.mostNames)),
            source: .init(source), target: .init(target),
            report: report.extract(Certificate.parts) { [names] in names[$0] ?? $0 })
    }

    /// The leaves of the target that were asked for.
    var leaves: [[UInt8]] { target.tree?.leaves ?? [] }

    /// What is written of it, and where.
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

    /// An export is read by somebody else, and its pieces are not all as they were read.
    func beginExport(_ input: Input) throws(CommandFailure) {
        begin(input, .export)
        try source.read(input, maximumDepth: options.input.maxDepth)
    }

    /// What a block was read from. Called for every part of what became of it, the last one last.
    func take<Note>(_ block: Block<Note>) { if block.isDone { block.withBytes { source.add($0) } } }

    func written(_ bytes: RecordBuffer) { bytes.withUnsafeBytes { target.add($0) } }
    func written(_ bytes: [UInt8]) { target.add(bytes) }

    /// A piece of an export, and what is written for it.
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

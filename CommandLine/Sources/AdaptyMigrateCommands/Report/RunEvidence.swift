import AdaptyMigration
import AdaptyMigrationFiles
import AdaptyMigrationStores

/// What is gathered about a run beside its records, where somebody asks for it: the report and the certificate.
///
/// Its inspections belong to the threads of a run; everything else is called by the one that takes the blocks, in the order of the input.
final class RunEvidence {
    let inspections: [Inspection]
    private let reportPath: String?
    private var gathered = MigrationReport()
    private var source = ByteDigest(), target = ByteDigest()
    private var input: Input?

    init(_ options: ConversionOptions, instants: [Int64], showsValues: Bool, _ command: EvidenceCommand, report: String? = nil) {
        reportPath = report
        let target: Dialect? = if case .named(let dialect)? = options.to { dialect } else { nil }
        let keepsResidue = if case .discard = options.residue { false } else { true }
        let inspector = RecordInspector(options: options.migration, from: options.input.from, to: target, instants: instants, keepsResidue: keepsResidue, showsValues: showsValues)
        inspections = (0..<options.input.threads).map { _ in Inspection(inspector, maximumDepth: options.input.maxDepth) }
        gathered.add(.runs, command.cells(residue: options.residue.name))
    }

    /// What was gathered, of all threads.
    var report: MigrationReport { inspections.reduce(into: gathered) { $0 += $1.report } }

    /// What is written of it, and where.
    var files: [(role: String, path: String)] { reportPath.map { [("the report", $0)] } ?? [] }

    func write() throws(CommandFailure) {
        if let reportPath { try ReportFile.write(report, to: reportPath) }
    }

    func begin(_ input: Input) {
        self.input = input
        for inspection in inspections { inspection.source = input.name }
    }

    /// What a block was read from, and what became of it. Called for every part of a block, the last one last.
    func take<Note>(_ block: Block<Note>) { if block.isDone { block.withBytes { source.add($0) } } }

    func written(_ bytes: ByteBuffer) { bytes.withUnsafeBytes { target.add($0) } }
    func written(_ bytes: [UInt8]) { target.add(bytes) }

    /// A piece of an export, and what is written for it.
    func pass(_ piece: ExportPass.Piece, _ written: [UInt8]?) {
        switch piece {
        case .between(let bytes): source.add(bytes)
        case .row(let record, let position, let result):
            source.add(record)
            if let input { inspections.first?.add(record, position, result, of: input) }
        }
        if let written { target.add(written) }
    }

    func end() {
        guard let input else { return }
        gathered.add(.files, [ReportCell.text(input.name), "source"] + source.finish())
        gathered.add(.files, [ReportCell.text(input.name), "target"] + target.finish())
        self.input = nil
    }
}

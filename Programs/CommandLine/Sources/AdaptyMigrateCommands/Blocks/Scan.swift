@_spi(Tools) import AdaptyMigrationTools

/// Examines every record of the inputs on several threads, and reports in order.
final class Scan<Finding> {
    private let maximumDepth: Int
    private let inside: RecordPointer?
    private let makeExport: ExportConversion.Maker?
    private let workers: [ScanWorker<Finding>]

    /// - Parameters:
    ///   - inside: where the records are inside the documents; `nil` when documents are records.
    ///   - makeExport: makes the conversion of an export from its header; `nil` to refuse exports.
    init(
        jobs: Int, maximumDepth: Int, inside: RecordPointer? = nil, export makeExport: ExportConversion.Maker? = nil,
        look: @escaping ScanWorker<Finding>.Look
    ) {
        self.inside = inside
        self.makeExport = makeExport
        self.maximumDepth = maximumDepth
        workers = (0..<jobs).map { _ in ScanWorker(maximumDepth: maximumDepth, look: look) }
    }

    /// - Parameter flush: called after the records of each block.
    func run(
        _ list: inout InputList, report: @escaping Pipeline<ScanWorker<Finding>>.Report,
        flush: @escaping () throws(CommandFailure) -> Void = { () throws(CommandFailure) in }
    ) throws(CommandFailure) {
        try list.process { input throws(CommandFailure) in
            try Pipeline(
                try InputReader(input, maximumDepth: maximumDepth, inside: inside, export: makeExport), workers,
                report: report
            ) { _ throws(CommandFailure) in try flush() }
            .run()
        }
    }
}

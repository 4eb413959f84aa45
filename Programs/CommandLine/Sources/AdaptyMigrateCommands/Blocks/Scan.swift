@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Examines every record of the inputs on several threads, and reports in order.
final class Scan<Finding> {
    typealias Look = @Sendable (_ record: [UInt8]) throws(MigrationError) -> Finding
    typealias Report = (Record, Result<Finding, MigrationError>) throws(CommandFailure) -> Void

    private let maximumDepth: Int
    private let workers: [ScanWorker<Finding>]

    init(jobs: Int, maximumDepth: Int, look: @escaping Look) {
        self.maximumDepth = maximumDepth
        workers = (0..<jobs).map { _ in ScanWorker(maximumDepth: maximumDepth, look: look) }
    }

    func run(_ inputs: [Input], report: @escaping Report) throws(CommandFailure) {
        for input in inputs {
            var lines = 0, records = 0
            let reader = try InputReader(input, maximumDepth: maximumDepth)
            try Pipeline(reader, workers) { (block: Block<ScanWorker<Finding>.Note>) throws(CommandFailure) in
                for note in block.notes {
                    records += 1
                    try report(
                        Record(
                            bytes: note.record, source: input.name, number: records,
                            position: note.position.below(lines)), note.result)
                }
                lines += block.lines
            }.run()
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// Examines every record of the inputs on several threads, and reports in order.
final class Scan<Finding> {
    private let maximumDepth: Int
    private let workers: [ScanWorker<Finding>]

    init(jobs: Int, maximumDepth: Int, look: @escaping ScanWorker<Finding>.Look) {
        self.maximumDepth = maximumDepth
        workers = (0..<jobs).map { _ in ScanWorker(maximumDepth: maximumDepth, look: look) }
    }

    func run(_ inputs: [Input], report: @escaping Pipeline<ScanWorker<Finding>>.Report) throws(CommandFailure) {
        for input in inputs {
            try Pipeline(try InputReader(input, maximumDepth: maximumDepth), workers, report: report).run()
        }
    }
}

/// The progress of a run over files.
final class Progress {
    private let total: Int
    private let isShown: Bool
    private var line: ProgressLine
    private var done = 0
    private var records = 0
    /// The input that is being read.
    private var current = ""

    /// - Parameter total: the number of bytes to read; 0 if it is unknown.
    init(total: Int, _ format: LogFormat, isShown: Bool = true) {
        self.total = total
        self.isShown = isShown
        line = ProgressLine(format)
    }

    var seconds: Double { line.seconds }

    func begin(_ input: String) { current = input }

    /// - Parameters:
    ///   - bytes: how many more bytes of files were read.
    ///   - records: how many more records were processed.
    func advance(_ bytes: Int, records: Int) {
        done += bytes
        self.records += records
        guard isShown else { return }
        line.show { seconds in
            ProgressState(
                unit: .bytes, done: done, total: total, seconds: seconds, records: self.records, input: current)
        }
    }

    /// Removes the line before other output.
    func clear() { line.clear() }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Writes rejected records with their reason and position. The file is created with the first of them.
struct RejectsFile {
    /// The maximum number of errors shown on standard error; the rest are counted.
    private static let told = 10

    let path: String?
    private var output: Output?
    private(set) var count = 0

    init(path: String?) { self.path = path }

    /// - Parameters:
    ///   - isWriting: `false` for a dry run.
    ///   - isTold: whether errors are shown on standard error.
    mutating func add(_ reject: Reject, source: String, isWriting: Bool, isTold: Bool) throws(CommandFailure) {
        count += 1
        if isTold, count <= RejectsFile.told {
            Diagnostic.tell(reject.error, source, reject.position, in: reject.record)
            if count == RejectsFile.told { Terminal.note("further rejected records are counted but not listed") }
        }
        guard isWriting, let path else { return }
        let output = if let output { output } else { try Output(path: path) }
        self.output = output
        try output.write(reject.line(source: source))
    }

    func commit() throws(CommandFailure) { try output?.commit() }
    func discard() { output?.discard() }
}

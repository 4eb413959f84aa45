@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Writes rejected records with their reason and position. The file is created with the first of them.
struct RejectsFile {
    /// The maximum number of errors shown on standard error; the rest are counted.
    private static let told = 10

    private let path: String?
    private let isWriting: Bool
    private let isTold: Bool
    private var output: Output?
    private(set) var count = 0
    /// The count of ``keep()``.
    private var kept = 0

    /// - Parameters:
    ///   - path: `nil` for no file.
    ///   - isWriting: `false` for a dry run.
    ///   - isTold: whether errors are shown on standard error.
    init(path: String?, isWriting: Bool, isTold: Bool) {
        self.path = path
        self.isWriting = isWriting
        self.isTold = isTold
    }

    mutating func add(_ record: Record, _ error: MigrationError) throws(CommandFailure) {
        count += 1
        if isTold, count <= RejectsFile.told {
            Diagnostic.tell(error, record.source, record.position, in: record.bytes)
            if count == RejectsFile.told { Terminal.note("further rejected records are counted but not listed") }
        }
        guard isWriting, let path else { return }
        let output = if let output { output } else { try Output(path: path) }
        self.output = output
        let reject = Reject(error: error, position: record.position, record: record.bytes)
        try output.write(reject.line(source: record.source))
    }

    /// Says how many of all records were rejected, and what became of them.
    func tell(of records: Int, arePassedThrough: Bool) {
        let share = "\(count) of \(Text.count(records, "record")) rejected"
        guard isWriting else { return Terminal.note(share) }
        if let path { return Terminal.note("\(share); kept in \(path)") }
        Terminal.note(
            "\(share) and \(arePassedThrough ? "passed through unchanged" : "left out"); --rejects PATH keeps them in a file"
        )
    }

    /// Keeps the records so far, because all of their input is written.
    mutating func keep() throws(CommandFailure) {
        kept = count
        try output?.keep()
    }

    /// Removes the records since ``keep()``.
    mutating func takeBack() throws(CommandFailure) {
        count = kept
        if kept > 0 {
            try output?.takeBack()
        } else {
            discard()
            output = nil
        }
    }

    func commit() throws(CommandFailure) { try output?.commit() }
    func discard() { output?.discard() }
}

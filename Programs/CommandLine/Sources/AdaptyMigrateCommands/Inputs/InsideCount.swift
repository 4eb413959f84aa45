@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// What a run found where `--inside` leads. What is no record stays, and is counted.
struct InsideCount {
    let pointer: RecordPointer
    /// By the code of the reason.
    private(set) var left: [String: Int] = [:]

    /// How many values and documents are no records.
    var values: Int { left.values.reduce(0, +) }

    init(_ pointer: RecordPointer) { self.pointer = pointer }

    /// Whether an error says that there is no record. If so, it is counted.
    mutating func leaves(_ error: MigrationError, at position: RecordPosition) -> Bool {
        guard pointer.leaves(error, at: position) else { return false }
        left[error.code.rawValue, default: 0] += 1
        return true
    }

    /// Counts values that a downgrade leaves, because nothing is known of them.
    mutating func leave(_ number: Int) {
        if number > 0 { left[MigrationError.Code.unrecognised.rawValue, default: 0] += number }
    }

    /// Says what stays.
    ///
    /// - Parameters:
    ///   - status: the exit status if there is a record.
    ///   - found: the number of records.
    /// - Returns: the exit status.
    func status(_ status: ExitStatus, found: Int) -> ExitStatus {
        guard !left.isEmpty else { return status }
        if found > 0 {
            Terminal.note("left as they are: \(text)")
            return status
        }
        Terminal.error("no record is at \(pointer): \(text); to see why, use adapty-migrate detect --inside")
        return .rejects
    }

    private var text: String {
        var reasons = left
        let documents = reasons.removeValue(forKey: MigrationError.Code.nothingThere.rawValue) ?? 0
        let nothing = documents == 0 ? [] : ["\(Text.count(documents, "document")) without \(pointer)"]
        let others = reasons.isEmpty ? [] : ["\(Text.count(values - documents, "value")) (\(Text.counts(reasons)))"]
        return (others + nothing).joined(separator: ", ")
    }
}

extension RecordPointer {
    /// Whether an error says that there is no record at a position inside a document.
    func leaves(_ error: MigrationError, at position: RecordPosition) -> Bool {
        error.code == .nothingThere || !position.pointer.isEmpty && error.saysNoRecord
    }
}

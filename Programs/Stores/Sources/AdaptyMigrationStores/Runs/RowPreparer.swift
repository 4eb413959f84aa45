import AdaptyMigrationTools
import Dispatch

/// A row as it will be written, made before the connection has time for it.
struct PreparedRow {
    enum Outcome {
        /// What was written before, and is not touched again, also where the column does not keep its bytes.
        case written
        case unchanged(digest: String)
        case upgraded(SQLValue, digest: String)
        case rejected(code: String, reason: String)
    }

    let row: DocumentTable.Row
    let outcome: Outcome
}

/// Converts and proves rows on threads of its own while the connection writes earlier ones. What comes out, and in
/// which order, does not depend on how many there are.
final class RowPreparer {
    /// One thread, its converter, and what it made last. Its queue runs one block at a time, and the result is read
    /// only once that has ended.
    private final class Lane: @unchecked Sendable {
        private let queue = DispatchQueue(label: "adapty-migrate convert")
        private let converter: DocumentConverter
        private var result: [PreparedRow] = []

        init(_ options: RunOptions) { converter = DocumentConverter(options) }

        func begin(_ rows: ArraySlice<DocumentTable.Row>, _ known: [SQLValue: String]) {
            queue.async { [self] in result = rows.map { converter.prepare($0, known[$0.key]) } }
        }

        func end() -> [PreparedRow] { queue.sync { result } }
    }

    private let lanes: [Lane]

    init(_ options: RunOptions) { lanes = (0..<max(1, options.jobs)).map { _ in Lane(options) } }

    /// Begins with a batch; one at a time.
    ///
    /// - Parameter known: the digests that were written to rows before, by key.
    func begin(_ rows: [DocumentTable.Row], _ known: [SQLValue: String]) {
        let size = (rows.count + lanes.count - 1) / lanes.count
        for (number, lane) in lanes.enumerated() {
            lane.begin(rows[min(number * size, rows.count)..<min((number + 1) * size, rows.count)], known)
        }
    }

    /// Waits for the batch.
    func end() -> [PreparedRow] { lanes.flatMap { $0.end() } }
}

extension DocumentConverter {
    fileprivate func prepare(_ row: DocumentTable.Row, _ written: String?) -> PreparedRow {
        if let written, written == Digest.of(row.value) { return PreparedRow(row: row, outcome: .written) }
        return PreparedRow(row: row, outcome: prepared(row.value))
    }

    func prepared(_ value: SQLValue) -> PreparedRow.Outcome {
        switch convert(value) {
        case .unchanged: .unchanged(digest: Digest.of(value))
        case .upgraded(let bytes): .upgraded(value.with(bytes), digest: Digest.of(bytes))
        case .rejected(let code, let reason): .rejected(code: code, reason: reason)
        }
    }
}

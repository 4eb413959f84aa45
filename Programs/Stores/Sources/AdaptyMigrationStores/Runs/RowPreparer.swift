@_spi(Tools) import AdaptyMigrationTools
import Dispatch

/// The new value of a row, prepared before the connection can write it.
struct PreparedRow {
    enum Outcome {
        /// A value that was written before. It is not changed again, even if the column does not keep its bytes.
        case written
        case unchanged(digest: String)
        case upgraded(SQLValue, digest: String)
        case rejected(code: String, reason: String)
    }

    let row: DocumentTable.Row
    let outcome: Outcome
}

/// Converts and proves rows on its own threads while the connection writes earlier rows. The result and its order do
/// not depend on the number of threads.
final class RowPreparer {
    /// One thread with its converter and its last result. Its queue runs one block at a time, and the result is read
    /// only after the block has ended.
    private final class Lane: @unchecked Sendable {
        private let queue = DispatchQueue(label: "adapty-migrate convert")
        private let converter: DocumentConverter
        private var result: [PreparedRow] = []

        init(_ options: RunOptions) {
            converter = DocumentConverter(options)
            if !options.embedsResidue { converter.tellLosses() }
        }

        var losses: [String: Int] { queue.sync { converter.losses ?? [:] } }
        var formers: [RecordKind: Set<Dialect>] { queue.sync { converter.formers } }

        func begin(_ rows: ArraySlice<DocumentTable.Row>, _ known: [SQLValue: Journal.Entry]) {
            queue.async { [self] in result = rows.map { converter.prepare($0, known[$0.key]) } }
        }

        func end() -> [PreparedRow] { queue.sync { result } }
    }

    private let lanes: [Lane]

    init(_ options: RunOptions) { lanes = (0..<max(1, options.jobs)).map { _ in Lane(options) } }

    /// Starts a batch, one at a time.
    ///
    /// - Parameter known: what the journal knows of the rows, by key.
    func begin(_ rows: [DocumentTable.Row], _ known: [SQLValue: Journal.Entry]) {
        let size = (rows.count + lanes.count - 1) / lanes.count
        for (number, lane) in lanes.enumerated() {
            lane.begin(rows[min(number * size, rows.count)..<min((number + 1) * size, rows.count)], known)
        }
    }

    /// By field, the rows so far of which only the original has it.
    var losses: [String: Int] { lanes.reduce(into: [:]) { $0.merge($1.losses, uniquingKeysWith: +) } }

    /// By kind, the former dialects of the rows so far.
    var formers: [RecordKind: Set<Dialect>] {
        lanes.reduce(into: [:]) { $0.merge($1.formers) { $0.union($1) } }
    }

    /// Waits for the batch.
    func end() -> [PreparedRow] { lanes.flatMap { $0.end() } }
}

extension DocumentConverter {
    func prepare(_ row: DocumentTable.Row, _ entry: Journal.Entry?) -> PreparedRow {
        if let entry, entry.isUntouched(row) { return PreparedRow(row: row, outcome: .written) }
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

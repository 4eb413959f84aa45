import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The tables of a ``MigrationReport``, each with its name in JSON, its columns, and the number of rows that are kept.
/// Everything that reads or writes a report uses this list.
@_spi(Tools) public enum ReportSection: String, CaseIterable, Sendable {
    /// The commands that made the report or its parts.
    case runs
    /// Inputs and outputs, with the SHA-256 hash of their bytes.
    case files
    /// Records by result: `converted`, `unchanged` or `rejected`.
    case records
    /// Records by dialect before and after, and kind.
    case kinds
    /// Fields by action. A name is empty if that side does not have the field.
    case fields
    /// Members that are in no table, by name. They are kept as they are.
    case unknown
    /// The months (UTC) of the dates in source records.
    case dates
    /// Events by their original name and by month (UTC; empty when the record has no date).
    case events
    /// Access levels before and after, by their facts. Subscriptions and purchases are counted without names.
    case access
    /// Rejected records by reason.
    case rejects
    /// The first rejected records of each reason.
    case examples
    /// Losses: data that the converted record and its residue no longer contain. There should be none.
    case losses
    /// Records by whether their way back gives the same bytes (`exact`, `differs`).
    case proof
    /// Records by whether everybody's access is the same before and after (`same`, `differs`).
    case gate
    /// The first records for which the proof or the gate fails.
    case findings
    /// The first records that were rejected (with their code under `row`), and the first fields that were missing,
    /// repaired, unreadable, defaulted or derived.
    case exceptions

    /// The columns of a row; its count comes last.
    public var columns: [String] {
        switch self {
        case .runs: ["tool", "rules", "command", "residue"]
        case .files: ["source", "side", "bytes", "sha256"]
        case .records, .proof, .gate: ["outcome"]
        case .kinds: ["from", "to", "kind"]
        case .fields: ["from", "to", "table", "row", "old", "new", "action"]
        case .unknown: ["kind", "name"]
        case .dates: ["table", "row", "month"]
        case .events: ["name", "month"]
        case .access: ["subject", "fact", "side"]
        case .rejects: ["code"]
        case .examples: ["code", "source", "line", "column", "path", "reason", "record"]
        case .losses: ["from", "table", "row", "reason"]
        case .findings: ["law", "source", "line", "column", "text"]
        case .exceptions: ["source", "line", "column", "action", "table", "row", "path"]
        }
    }

    /// The number of leading columns that form a group with its own limit.
    private var grouped: Int {
        switch self {
        case .records, .rejects, .examples, .proof, .gate, .findings, .unknown: 1
        case .dates: 2
        case .kinds, .fields: 3
        default: 0
        }
    }

    /// The number of rows that are kept in a group. Further rows are counted together.
    public var limit: Int {
        switch self {
        case .examples: 5
        case .findings: 20
        case .runs, .unknown: 200
        case .files, .exceptions, .fields, .losses, .access: 1000
        case .dates: 1200
        case .events: 10_000
        case .records, .kinds, .rejects, .proof, .gate: 100
        }
    }

    var empty: ReportTable { ReportTable(grouped: grouped, limit: limit) }
}

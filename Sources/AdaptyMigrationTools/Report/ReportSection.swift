import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
import AdaptyMigrationStreams
import AdaptyStoredData

/// The tables of a ``MigrationReport``. Of each: its name in JSON, what its columns are, and how many rows are kept.
/// Everything that reads or writes a report goes by this list.
public enum ReportSection: String, CaseIterable, Sendable {
    /// How the report, or each part of it, was made.
    case runs
    /// What was read and written, with SHA-256 of all its bytes.
    case files
    /// Records by what became of them: `converted`, `unchanged` or `rejected`.
    case records
    /// Records by dialect before and after, and kind.
    case kinds
    /// Fields by what happened to them. A name is empty where that side does not have the field.
    case fields
    /// Members that are in no table, by name; kept as they are.
    case unknown
    /// Months (UTC) that the dates in source records lie in.
    case dates
    /// Events by the name they had and the month they happened in (UTC; empty where the record does not say).
    case events
    /// Access levels before and after, by what they say; subscriptions and purchases are counted under no name.
    case access
    /// Rejected records by reason.
    case rejects
    /// The first rejected records of each reason.
    case examples
    /// What the converted record, with its residue, does not hold any more. There should be none.
    case losses
    /// Records by whether their way back gives the same bytes (`exact`, `differs`).
    case proof
    /// Records by whether everybody's access is the same before and after (`same`, `differs`).
    case gate
    /// The first records on which the proof or the gate fails.
    case findings
    /// The first records that were rejected (under `row`, their code), and fields that were not simply carried over:
    /// missing, repaired, unreadable, defaulted, derived.
    case exceptions

    /// What the cells of a row are; its count comes last.
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

    /// How many leading columns make a group with a limit of its own.
    private var grouped: Int {
        switch self {
        case .records, .rejects, .examples, .proof, .gate, .findings, .unknown: 1
        case .dates: 2
        case .kinds, .fields: 3
        default: 0
        }
    }

    /// Rows that are kept of a group; more are counted together.
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

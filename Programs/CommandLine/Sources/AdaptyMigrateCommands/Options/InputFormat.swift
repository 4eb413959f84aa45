import AdaptyMigrationFiles
import ArgumentParser

/// The layout of the records in an input.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
    /// One document, or an array of records.
    case json
    /// One record a line.
    case ndjson
    /// The rejects of an earlier run, one a line. Each contains its record.
    case rejects

    /// A CSV export of events, one a row.
    case csv

    static let rejectsSuffix = ".rejects.ndjson"

    /// The format according to a file name; `nil` when the name does not show it.
    static func named(_ path: String) -> InputFormat? {
        let path = ByteSource.isCompressed(path) ? String(path.dropLast(".gz".count)) : path
        return switch Path.suffix(of: path) {
        case "json": .json
        case "ndjson" where path.hasSuffix(rejectsSuffix): .rejects
        case "ndjson", "jsonl": .ndjson
        case "csv": .csv
        default: nil
        }
    }
}

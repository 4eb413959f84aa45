import AdaptyMigrationFiles
import ArgumentParser

/// How the records of an input are laid out.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
    /// One document, or an array of records.
    case json
    /// One record a line.
    case ndjson
    /// The rejects of an earlier run, one a line: each stands for the record that it keeps.
    case rejects

    /// A CSV export of events, one a row.
    case csv

    static let rejectsSuffix = ".rejects.ndjson"

    /// What a file's name says; `nil` when it says nothing.
    static func named(_ path: String) -> InputFormat? {
        switch Path.suffix(of: path) {
        case "json": .json
        case "ndjson" where path.hasSuffix(rejectsSuffix): .rejects
        case "ndjson", "jsonl": .ndjson
        case "csv": .csv
        default: nil
        }
    }
}

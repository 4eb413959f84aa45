import AdaptyMigrationFiles
import ArgumentParser

/// How the records of an input are laid out.
enum InputFormat: String, CaseIterable, ExpressibleByArgument {
    /// One document, or an array of records.
    case json
    /// One record a line.
    case ndjson

    /// What a file's name says; `nil` when it says nothing.
    static func named(_ path: String) -> InputFormat? {
        switch Path.suffix(of: path) {
        case "json": .json
        case "ndjson", "jsonl": .ndjson
        default: nil
        }
    }
}

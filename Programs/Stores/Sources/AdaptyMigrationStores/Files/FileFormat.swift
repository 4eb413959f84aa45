import AdaptyMigrationFiles

/// The layout of the records in a file, determined by its name.
struct FileFormat: Sendable, Hashable {
    enum Layout: Sendable {
        /// One document, or an array of records.
        case document
        /// One record a line.
        case lines
        /// One event a row, in Adapty's export format.
        case export
    }

    let layout: Layout
    let isCompressed: Bool

    /// An uncompressed export, whatever its name.
    static let export = FileFormat(layout: .export, isCompressed: false)

    private init(layout: Layout, isCompressed: Bool) {
        self.layout = layout
        self.isCompressed = isCompressed
    }

    /// `nil` when the name is not that of a data file.
    init?(_ path: String) {
        let suffix = Path.suffix(of: path)
        isCompressed = suffix == "gz"
        switch isCompressed ? Path.suffix(of: String(path.dropLast(".gz".count))) : suffix {
        case "json": layout = .document
        case "ndjson", "jsonl": layout = .lines
        case "csv": layout = .export
        default: return nil
        }
    }

    static let names = ".json, .ndjson, .jsonl or .csv, each also with .gz"
}

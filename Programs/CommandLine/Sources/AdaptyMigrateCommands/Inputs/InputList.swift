import AdaptyMigrationFiles
import AdaptyMigrationStores

/// The inputs on the command line: files, and folders with everything below them.
struct InputList {
    private(set) var inputs: [Input] = []
    /// The folders named on the command line.
    private(set) var folders: [String] = []
    /// Files that look like data by name but cannot be read, or not to their end, one sentence each.
    private(set) var passedBy: [String] = []
    /// Files in the folders that are not data by their name.
    private var others: [String] = []
    private let format: InputFormat?

    /// - Parameter paths: empty for standard input.
    init(_ paths: [String], format: InputFormat?) throws(CommandFailure) {
        self.format = format
        let paths = paths.isEmpty ? ["-"] : paths
        guard paths.count(where: { $0 == "-" }) < 2 else { throw .usage("standard input (-) can be read only once") }
        for path in paths {
            // As with `cp`, a last name that does not exist may be meant as the output.
            if path == paths.last, paths.count > 1, FileStatus.of(path) == nil {
                throw CommandFailure(
                    .noInput, "\(path): \(System.lastError); to write to it, put -o before the name: -o \(path)")
            }
            try add(path, isOnly: paths.count == 1)
        }
    }

    /// The exit status of a run over these inputs. If a file was skipped, not everything was processed.
    func status(_ status: ExitStatus) -> ExitStatus { status == .success && !passedBy.isEmpty ? .rejects : status }

    /// Processes one input after another. One that cannot be read to its end is reported, and the others are processed
    /// all the same, unless it is all that was named.
    mutating func process(_ body: (Input) throws(CommandFailure) -> Void) throws(CommandFailure) {
        for input in inputs { try process { () throws(CommandFailure) in try body(input) } }
    }

    /// Processes one of the inputs in the same way.
    mutating func process(_ body: () throws(CommandFailure) -> Void) throws(CommandFailure) {
        do throws(CommandFailure) {
            try body()
        } catch {
            guard error.isOfReading, !folders.isEmpty || inputs.count > 1 else { throw error }
            passedBy.append(error.message)
            Terminal.warning(error.message)
        }
    }

    /// Reports the skipped files.
    func warn() {
        for sentence in passedBy { Terminal.warning(sentence) }
        guard let first = others.first else { return }
        let more = others.count > 1 ? " and \(others.count - 1) more" : ""
        Terminal.note("\(first)\(more) left out: neither .json, .ndjson nor .jsonl; name a .csv to read it")
    }

    var size: Int { inputs.reduce(0) { $0 + $1.size } }

    private mutating func add(_ path: String, isOnly: Bool) throws(CommandFailure) {
        if path == "-" {
            inputs.append(Input(name: "<stdin>", path: nil, format: format, relativePath: "stdin", size: 0))
            return
        }
        guard let status = FileStatus.of(path) else { throw CommandFailure(.noInput, "\(path): \(System.lastError)") }
        guard status.isFolder else {
            try add(file: path, relative: Path.name(of: path), status)
            return
        }
        let folder = Path.trimmed(path), before = inputs.count + passedBy.count
        folders.append(folder)
        // Several inputs go to the output folder under their own names, as with `cp -r`.
        try add(folder: folder, relative: isOnly ? "" : Path.name(of: folder))
        guard inputs.count + passedBy.count > before else {
            throw CommandFailure(
                .noInput, "\(path): the folder holds no .json, .ndjson or .jsonl file, nor one of these with .gz")
        }
    }

    private mutating func add(file path: String, relative: String, _ status: FileStatus) throws(CommandFailure) {
        guard System.isReadable(path) else {
            throw CommandFailure(.noInput, "\(path): cannot be read: \(System.lastError)")
        }
        inputs.append(
            Input(
                name: path, path: path, format: format ?? .named(path), relativePath: relative,
                size: status.isRegular ? status.size : 0))
    }

    /// Whether a file in a folder is data by its name. Not every table in a folder is an export of events.
    private static func isTaken(_ name: String) -> Bool { InputFormat.named(name).map { $0 != .csv } ?? false }

    private static func isReadable(_ name: String) -> Bool { Gzip.isAvailable || !ByteSource.isCompressed(name) }

    /// Skips hidden files, which are not data, and links to folders, which could form a cycle. Files that cannot be
    /// read are skipped with a warning, so that one bad file does not prevent the conversion of the others. Reading a
    /// pipe would block.
    private mutating func add(folder: String, relative: String) throws(CommandFailure) {
        for name in try System.names(in: folder) where !name.hasPrefix(".") {
            let path = Path.join(folder, name), below = Path.join(relative, name)
            guard let status = FileStatus.of(path) else {
                if InputList.isTaken(name) { passedBy.append("\(path) is skipped: \(System.lastError)") }
                continue
            }
            if status.isFolder {
                if !Posix.isLink(path) { try add(folder: path, relative: below) }
            } else if InputList.isTaken(name) {
                if !status.isRegular {
                    passedBy.append("\(path) is skipped: it is not a regular file")
                } else if !InputList.isReadable(name) {
                    passedBy.append("\(path) is skipped: this program was built without zlib (--traits Gzip)")
                } else if !System.isReadable(path) {
                    passedBy.append("\(path) is skipped: \(System.lastError)")
                } else {
                    try add(file: path, relative: below, status)
                }
            } else {
                others.append(path)
            }
        }
    }
}

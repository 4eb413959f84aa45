import AdaptyMigrationFiles

/// The inputs a command line names: files as they are, folders with all that is below them.
struct InputList {
    private(set) var inputs: [Input] = []
    /// The folders named on the command line.
    private(set) var folders: [String] = []
    /// What in the folders looks like data by its name and is none that can be read, one sentence each.
    private(set) var passedBy: [String] = []
    private let format: InputFormat?

    /// - Parameter paths: none means standard input.
    init(_ paths: [String], format: InputFormat?) throws(CommandFailure) {
        self.format = format
        let paths = paths.isEmpty ? ["-"] : paths
        guard paths.count(where: { $0 == "-" }) < 2 else { throw .usage("standard input (-) can be read only once") }
        for path in paths {
            // The habit of `cp`: what the last name does not stand for yet may be meant as the output.
            if path == paths.last, paths.count > 1, FileStatus.of(path) == nil {
                throw CommandFailure(
                    .noInput, "\(path): \(System.lastError); to write there, put -o before the name: -o \(path)")
            }
            try add(path, isOnly: paths.count == 1)
        }
    }

    /// The status of a run over these inputs: not all that was named was looked at where something was passed by.
    func status(_ status: ExitStatus) -> ExitStatus { status == .success && !passedBy.isEmpty ? .rejects : status }

    /// Says what was passed by.
    func warn() { for sentence in passedBy { Terminal.warning(sentence) } }

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
        // Several inputs go below the output folder under their own names, as `cp -r` puts them.
        try add(folder: folder, relative: isOnly ? "" : Path.name(of: folder))
        guard inputs.count + passedBy.count > before else {
            throw CommandFailure(.noInput, "\(path): the folder holds no .json, .ndjson or .jsonl file")
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

    /// Whether a file of a folder is data by its name. Not every table in a folder is an export of events.
    private static func isTaken(_ name: String) -> Bool { InputFormat.named(name).map { $0 != .csv } ?? false }

    /// Hidden files and links to folders are left alone: the first are not data, the second may lead in a circle. What
    /// cannot be read is passed by, so that one bad file does not keep the others from being converted; a pipe would
    /// have to be waited for.
    private mutating func add(folder: String, relative: String) throws(CommandFailure) {
        for name in try System.names(in: folder) where !name.hasPrefix(".") {
            let path = Path.join(folder, name), below = Path.join(relative, name)
            guard let status = FileStatus.of(path) else {
                if InputList.isTaken(name) { passedBy.append("\(path) is passed by: \(System.lastError)") }
                continue
            }
            if status.isFolder {
                if !Posix.isLink(path) { try add(folder: path, relative: below) }
            } else if InputList.isTaken(name) {
                if !status.isRegular {
                    passedBy.append("\(path) is passed by: it is no regular file")
                } else if !System.isReadable(path) {
                    passedBy.append("\(path) is passed by: \(System.lastError)")
                } else {
                    try add(file: path, relative: below, status)
                }
            }
        }
    }
}

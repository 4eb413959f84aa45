import AdaptyMigrationFiles

/// The destinations of everything that a run writes. They are determined and checked for collisions before anything is
/// read.
struct Destinations {
    /// One output for each input; `nil` for standard output.
    private(set) var outputs: [String?] = []
    private(set) var rejects: String?
    private(set) var rejectsAreDefault = false
    let summary: String?
    /// A file, or a folder if the output is a folder.
    let sidecar: String?
    /// Whether outputs and sidecars are in folders.
    let isFolder: Bool

    static let sidecarSuffix = ".residue.ndjson"

    /// The report of the run.
    private let report: String?

    /// - Parameter report: the report of the run; `nil` for none.
    init(_ options: ConversionOptions, _ list: InputList, _ direction: Direction, _ report: RunReport?)
        throws(CommandFailure)
    {
        let sidecar: String? = if case .beside(let path) = options.residue { path } else { nil }
        try self.init(
            options.output, isInPlace: options.inPlace != nil, rejects: options.rejects, hasDefaultRejects: true,
            summary: options.summary, sidecar: sidecar, isDryRun: options.dryRun || report?.isAlone == true, list,
            direction,
            report?.path)
    }

    /// - Parameters:
    ///   - isInPlace: whether the outputs replace the inputs.
    ///   - hasDefaultRejects: whether rejected records are kept beside the output when no file is named for them.
    init(
        _ output: String?, isInPlace: Bool = false, rejects: String? = nil, hasDefaultRejects: Bool,
        summary: String? = nil,
        sidecar: String? = nil, isDryRun: Bool = false, _ list: InputList, _ direction: Direction,
        _ report: String? = nil
    ) throws(CommandFailure) {
        self.report = report
        let out = output.flatMap { $0 == "-" || $0 == "/dev/stdout" ? nil : $0 }
        self.summary = isDryRun ? nil : summary
        self.sidecar = sidecar
        for (option, path) in [("--rejects", rejects), ("--summary", summary), ("--residue beside=", sidecar)]
        where path == "-" {
            throw .usage("\(option) needs a file: standard output carries only records")
        }
        guard !isDryRun else {
            // A dry run writes nothing, but it reads a sidecar in the same way.
            isFolder = !list.folders.isEmpty || list.inputs.count > 1 && out != nil
            outputs = list.inputs.map { _ in nil }
            return
        }
        if isInPlace {
            isFolder = true
            outputs = list.inputs.map(\.path)
        } else if let out {
            let existing = FileStatus.of(out)
            let needsFolder = !list.folders.isEmpty || list.inputs.count > 1
            isFolder = needsFolder || out.hasSuffix("/") || existing?.isFolder == true
            if needsFolder, let existing, !existing.isFolder {
                throw .usage(
                    "\(out) is a file; \(list.folders.isEmpty ? "several inputs need" : "a folder needs") a folder as output (-o)"
                )
            }
            if isFolder, list.inputs.contains(where: { $0.path == nil }) {
                throw .usage("standard input has no file name to use in a folder; name the output file with -o")
            }
            if !isFolder { try Destinations.requireFolder(of: out, "the output") }
            outputs = list.inputs.map { isFolder ? Path.join(out, $0.relativePath) : out }
            try Destinations.requireOutside(out, list.folders)
        } else {
            guard list.folders.isEmpty else {
                throw .usage("\(list.folders[0]) is a folder; name the folder to write with -o")
            }
            isFolder = false
            outputs = list.inputs.map { _ in nil }
        }
        self.rejects = rejects
        if rejects == nil, hasDefaultRejects, let out, FileStatus.of(out).map({ $0.isRegular || $0.isFolder }) ?? true {
            self.rejects = Path.trimmed(out) + InputFormat.rejectsSuffix
            rejectsAreDefault = true
        }
        try requireDistinct(list, direction, isInPlace: isInPlace)
        try requireApart(list.folders + (isFolder ? [out].compactMap { $0 } : []))
    }

    /// What is where after an interruption.
    func unfinished(isInPlace: Bool) -> String {
        if isInPlace { return "each file is as it was, or wholly converted; run the command again" }
        guard let output = outputs.compactMap(\.self).first else {
            return "standard output has only the first records; run the command again"
        }
        return isFolder
            ? "the output files that are there are whole, and others are missing; run the command again"
            : "nothing was written to \(output); run the command again"
    }

    func sidecarPath(_ input: Input) -> String? {
        sidecar.map { isFolder ? Path.join($0, input.relativePath + Destinations.sidecarSuffix) : $0 }
    }

    /// Reports are written at the end of a run. A path that cannot be written must be found at the beginning.
    static func requireFolder(of path: String, _ role: String) throws(CommandFailure) {
        let folder = Path.folder(of: path)
        guard folder.isEmpty || FileStatus.of(folder)?.isFolder == true else {
            throw .usage("\(role) would be \(path), but there is no folder \(folder); create it first")
        }
    }

    /// A report must not be among the records, where the next reader of the folder would treat it as data.
    private func requireApart(_ folders: [String]) throws(CommandFailure) {
        guard let report else { return }
        try Destinations.requireFolder(of: report, "the report")
        for folder in folders where Path.canonical(report).hasPrefix(Path.canonical(folder) + "/") {
            throw .usage(
                "the report \(report) is inside \(folder), among the records; choose a path outside that folder")
        }
    }

    static func requireOutside(_ out: String, _ folders: [String]) throws(CommandFailure) {
        let place = Path.canonical(out)
        for folder in folders {
            let input = Path.canonical(folder)
            if place == input { throw .usage("\(out) is the input folder itself; inputs are never overwritten") }
            if place.hasPrefix(input + "/") {
                throw .usage(
                    "\(out) is inside the input folder \(folder), so the next run would convert its own output; choose another folder"
                )
            }
        }
    }

    /// Files by identity, whatever their names are.
    static func known(_ paths: [String]) -> [FileStatus.Identity: String] {
        paths.reduce(into: [:]) { known, path in
            if let status = FileStatus.of(path), status.isRegular { known[status.identity] = path }
        }
    }

    /// - Parameter output: the name of the output in the message.
    static func requireNoInput(_ output: String, _ status: FileStatus?, _ known: [FileStatus.Identity: String])
        throws(CommandFailure)
    {
        if let status, status.isRegular, let input = known[status.identity] {
            throw .usage("\(output) is the input \(input); inputs are never overwritten")
        }
    }

    /// No output may be an input, and no two outputs may be the same file.
    private func requireDistinct(_ list: InputList, _ direction: Direction, isInPlace: Bool) throws(CommandFailure) {
        let sidecars = list.inputs.compactMap(sidecarPath), isRead = direction == .downgrade
        let known = Destinations.known(list.inputs.compactMap(\.path) + (isRead ? sidecars : []))
        var written: [String: String] = [:],
            targets = outputs.compactMap(\.self).map { (role: "the output", path: $0, replacesInput: isInPlace) }
        // Unless the output is a folder, all inputs share one sidecar.
        let ownSidecars = isRead ? [] : Array(sidecars.prefix(isFolder ? sidecars.count : 1))
        targets += ownSidecars.map { ("the sidecar", $0, false) }
        for (role, path) in [("the rejects file", rejects), ("the summary", summary), ("the report", report)] {
            if let path { targets.append((role, path, false)) }
        }
        for (role, path, replacesInput) in targets {
            let status = FileStatus.of(path)
            if !replacesInput { try Destinations.requireNoInput("\(role) \(path)", status, known) }
            if let status, !status.isRegular, !status.isFolder { continue }
            if let status, status.isFolder { throw .usage("\(role) \(path) is a folder") }
            let place = Path.canonical(path)
            if let other = written.updateValue(role, forKey: place) {
                throw .usage("\(role) and \(other) would both be \(path)")
            }
        }
        if outputs.contains(where: { $0 == nil }) {
            try Destinations.requireNoInput("standard output", FileStatus.of(System.standardOutput), known)
        }
    }
}

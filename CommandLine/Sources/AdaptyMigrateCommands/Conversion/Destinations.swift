import AdaptyMigrationFiles

/// Where everything goes that a run writes; settled, and checked for collisions, before anything is read.
struct Destinations {
    /// One output for each input; `nil` for standard output.
    private(set) var outputs: [String?] = []
    private(set) var rejects: String?
    private(set) var rejectsAreDefault = false
    let summary: String?
    /// A file, or with an output folder a folder.
    let sidecar: String?
    /// Outputs, and sidecars, lie in folders.
    let isFolder: Bool

    static let sidecarSuffix = ".residue.ndjson"

    /// What is told of a run besides: what it is, and where it goes.
    private let told: [(role: String, path: String)]

    /// - Parameters:
    ///   - told: what is told of the run besides.
    ///   - isQuiet: whether nothing is written.
    init(_ options: ConversionOptions, _ list: InputList, _ direction: Direction, told: [(role: String, path: String)] = [], isQuiet: Bool = false) throws(CommandFailure) {
        let sidecar: String? = if case .sidecar(let path) = options.residue { path } else { nil }
        try self.init(options.output, rejects: options.rejects, hasDefaultRejects: true, summary: options.summary, sidecar: sidecar, isDryRun: options.dryRun || isQuiet, list, direction, told)
    }

    /// - Parameter hasDefaultRejects: whether rejected records are kept beside the output where no file is named for them.
    init(
        _ output: String?, rejects: String? = nil, hasDefaultRejects: Bool, summary: String? = nil, sidecar: String? = nil, isDryRun: Bool = false, _ list: InputList, _ direction: Direction,
        _ told: [(role: String, path: String)] = []
    ) throws(CommandFailure) {
        self.told = told
        let out = output.flatMap { $0 == "-" || $0 == "/dev/stdout" ? nil : $0 }
        self.summary = isDryRun ? nil : summary
        self.sidecar = sidecar
        for (option, path) in [("--rejects", rejects), ("--summary", summary), ("--residue sidecar=", sidecar)] where path == "-" {
            throw .usage("\(option) takes a file: standard output carries records only")
        }
        guard !isDryRun else {
            // A dry run writes nothing, but a sidecar is read by the same rule.
            isFolder = !list.folders.isEmpty || list.inputs.count > 1 && out != nil
            outputs = list.inputs.map { _ in nil }
            return
        }
        if let out {
            let existing = FileStatus.of(out)
            let needsFolder = !list.folders.isEmpty || list.inputs.count > 1
            isFolder = needsFolder || out.hasSuffix("/") || existing?.isFolder == true
            if needsFolder, let existing, !existing.isFolder { throw .usage("\(out) is a file; \(list.folders.isEmpty ? "several inputs need" : "a folder needs") a folder as output (-o)") }
            if isFolder, list.inputs.contains(where: { $0.path == nil }) { throw .usage("standard input has no name to have in a folder; name the output file (-o)") }
            outputs = list.inputs.map { isFolder ? Path.join(out, $0.relativePath) : out }
            try Destinations.requireOutside(out, list.folders)
        } else {
            guard list.folders.isEmpty else { throw .usage("\(list.folders[0]) is a folder; name the folder to write with -o") }
            isFolder = false
            outputs = list.inputs.map { _ in nil }
        }
        self.rejects = rejects
        if rejects == nil, hasDefaultRejects, let out, FileStatus.of(out).map({ $0.isRegular || $0.isFolder }) ?? true {
            self.rejects = Path.trimmed(out) + InputFormat.rejectsSuffix
            rejectsAreDefault = true
        }
        try requireDistinct(list, direction)
        try requireApart(list.folders + (isFolder ? [out].compactMap { $0 } : []))
    }

    func sidecarPath(_ input: Input) -> String? { sidecar.map { isFolder ? Path.join($0, input.relativePath + Destinations.sidecarSuffix) : $0 } }

    /// What is told of a run is written at its end: that it cannot be written there should not be found out then.
    static func requireFolder(of path: String, _ role: String) throws(CommandFailure) {
        let folder = Path.folder(of: path)
        guard folder.isEmpty || FileStatus.of(folder)?.isFolder == true else { throw .usage("\(role) would be \(path), and there is no folder \(folder); make it first") }
    }

    /// Nor does what is told lie among records, where the next who reads the folder would take it for one.
    private func requireApart(_ folders: [String]) throws(CommandFailure) {
        for (role, path) in told {
            try Destinations.requireFolder(of: path, role)
            for folder in folders where Path.canonical(path).hasPrefix(Path.canonical(folder) + "/") { throw .usage("\(role) \(path) lies among the records in \(folder); name a place outside of it") }
        }
    }

    static func requireOutside(_ out: String, _ folders: [String]) throws(CommandFailure) {
        let place = Path.canonical(out)
        for folder in folders {
            let input = Path.canonical(folder)
            if place == input { throw .usage("\(out) is the input folder itself; inputs are never overwritten") }
            if place.hasPrefix(input + "/") { throw .usage("\(out) lies in the input folder \(folder); the next run would convert its own output") }
        }
    }

    /// No output may be an input, and no two outputs one file.
    private func requireDistinct(_ list: InputList, _ direction: Direction) throws(CommandFailure) {
        var written: [String: String] = [:]
        var inputs: [FileStatus.Identity: String] = [:]
        for input in list.inputs {
            if let path = input.path, let status = FileStatus.of(path), status.isRegular { inputs[status.identity] = path }
        }
        var targets: [(role: String, path: String)] = []
        for (input, output) in zip(list.inputs, outputs) {
            if let output { targets.append(("the output", output)) }
            guard let path = sidecarPath(input) else { continue }
            if direction == .downgrade {
                if let status = FileStatus.of(path), status.isRegular { inputs[status.identity] = path }
            } else if isFolder || targets.allSatisfy({ $0.role != "the sidecar" }) {
                targets.append(("the sidecar", path))
            }
        }
        if let rejects { targets.append(("the rejects file", rejects)) }
        if let summary { targets.append(("the summary", summary)) }
        targets += told
        for (role, path) in targets {
            let status = FileStatus.of(path)
            if let status, status.isRegular, let input = inputs[status.identity] { throw .usage("\(role) \(path) is the input \(input); inputs are never overwritten") }
            if let status, !status.isRegular, !status.isFolder { continue }
            if let status, status.isFolder { throw .usage("\(role) \(path) is a folder") }
            let place = Path.canonical(path)
            if let other = written.updateValue(role, forKey: place) { throw .usage("\(role) and \(other) would both be \(path)") }
        }
        if outputs.contains(where: { $0 == nil }), let status = FileStatus.of(System.standardOutput), status.isRegular, let input = inputs[status.identity] {
            throw .usage("standard output is the input \(input); inputs are never overwritten")
        }
    }
}

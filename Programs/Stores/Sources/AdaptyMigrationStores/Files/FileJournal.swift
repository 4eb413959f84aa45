import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The record of a run's changes to each file, in a folder beside the data.
///
/// | name | what it is |
/// | :-- | :-- |
/// | `journal` | one line for the run (version, rules, source, options), and one for everything that was done, on the disk before it is done |
/// | `originals/N` | the file that entry N replaced: another name of the very file, or a copy where there can be none |
/// | `rejects/N.ndjson` | records that entry N left as they are, with their reason and place |
/// | `new/N` | a file that is being written |
///
/// A line consists of fields between tabs. The last field is the beginning of the SHA-256 of the text before it: `state
/// complete        5f1c8a9e0b2d4f67`. A line that was cut off by a crash had no effect yet, and is dropped.
final class FileJournal {
    static let version = 1

    enum State: String {
        case running, complete
        case rollingBack = "rolling-back"
        /// The originals are being removed.
        case finishing

        /// The remaining work; `nil` when there is none.
        var remark: String? {
            switch self {
            case .complete: nil
            case .running: "the upgrade is not finished: run apply to continue"
            case .rollingBack: "the rollback is not finished: run rollback to continue"
            case .finishing: "the removal of the originals is not finished: run finish to continue"
            }
        }
    }

    /// One upgrade of one file. A file that was edited and upgraded again has several.
    struct Entry {
        let number: Int
        let path: String
        /// The digest of the file before; `nil` when it needed no change.
        let original: String?
        /// The digests of the written file, as stored and decompressed, and its stored size.
        let written: String
        let content: String
        let size: Int
        let counts: FileCounts

        /// The counts of records, when a later run finds the file done.
        var countsOfAnotherRun: FileCounts {
            FileCounts(unchanged: counts.changed + counts.unchanged, rejected: counts.rejected)
        }

        fileprivate var fields: [String] {
            [
                "file", "\(number)", path, original ?? "-", written, content, "\(size)", "\(counts.changed)",
                "\(counts.unchanged)", "\(counts.rejected)",
            ]
        }

        fileprivate init?(_ fields: [String]) {
            guard fields.count == 10, let number = Int(fields[1]), let size = Int(fields[6]),
                let changed = Int(fields[7]), let unchanged = Int(fields[8]), let rejected = Int(fields[9])
            else { return nil }
            self.init(
                number: number, path: fields[2], original: fields[3] == "-" ? nil : fields[3], written: fields[4],
                content: fields[5], size: size,
                counts: FileCounts(changed: changed, unchanged: unchanged, rejected: rejected))
        }

        init(
            number: Int, path: String, original: String?, written: String, content: String, size: Int,
            counts: FileCounts
        ) {
            self.number = number
            self.path = path
            self.original = original
            self.written = written
            self.content = content
            self.size = size
            self.counts = counts
        }
    }

    let folder: String
    private(set) var binding: RunBinding
    private(set) var state = State.running
    /// The entries of each file in order, without those that were rolled back.
    private var stacks: [String: [Entry]] = [:]
    /// The paths by number.
    private var paths: [Int: String] = [:]
    /// The number of lines that were changed, or before which a line is missing.
    private(set) var damaged: [Int] = []
    private(set) var nextNumber = 1
    /// The number of bytes in complete lines.
    private var wholeSize = 0

    var path: String { FileJournal.path(in: folder) }
    func original(_ number: Int) -> String { Path.join(folder, "originals/\(number)") }
    func rejects(_ number: Int) -> String { Path.join(folder, "rejects/\(number).ndjson") }
    func new(_ number: Int) -> String { Path.join(folder, "new/\(number)") }

    private static func path(in folder: String) -> String { Path.join(folder, "journal") }

    /// In the order in which they were made.
    var entries: [Entry] { stacks.values.joined().sorted { $0.number < $1.number } }
    /// The last entry of each file.
    var latest: [Entry] { stacks.values.compactMap(\.last).sorted { $0.path < $1.path } }
    func latest(_ path: String) -> Entry? { stacks[path]?.last }

    // MARK: Reading

    /// The journal in a folder; `nil` when there is none.
    init?(reading folder: String) throws(StoreFailure) {
        self.folder = folder
        let path = FileJournal.path(in: folder)
        guard FileStatus.of(path) != nil else { return nil }
        let lines = try FileJournal.lines(path)
        guard let first = lines.first else { return nil }
        guard let header = FileJournal.fields(first), header.count == 5, header[0] == "adapty-migrate journal" else {
            throw StoreFailure(
                .refused, "\(path) is not a journal, or its first line is damaged",
                remedy: "restore it from a backup; the originals are in \(Path.join(folder, "originals"))")
        }
        guard header[1] == "\(FileJournal.version)" else {
            throw StoreFailure(
                .refused, "the journal has version \(header[1]); this program writes version \(FileJournal.version)",
                remedy: "use the version of adapty-migrate that started the run")
        }
        binding = RunBinding(rules: header[2], source: header[3], options: header[4])
        wholeSize = lines.reduce(0) { $0 + $1.count + 1 }
        for (number, line) in lines.enumerated().dropFirst() where !take(FileJournal.fields(line)) {
            damaged.append(number + 1)
        }
    }

    /// Complete lines without their line ends.
    private static func lines(_ path: String) throws(StoreFailure) -> [[UInt8]] {
        let reader = try FileReader(path, nil, digests: false)
        var bytes: [UInt8] = []
        do throws(FileTrouble) {
            while true {
                let chunk = try reader.next()
                if chunk.isEmpty { break }
                bytes += chunk
            }
        } catch {
            throw StoreFailure(.failed, "\(path): cannot be read: \(Posix.lastError)", remedy: "nothing was changed")
        }
        return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map(Array.init)
    }

    /// Processes a line; `false` when it cannot be read.
    private func take(_ fields: [String]?) -> Bool {
        guard let fields, let word = fields.first else { return false }
        switch word {
        case "state":
            guard fields.count == 2, let state = State(rawValue: fields[1]) else { return false }
            self.state = state
        case "rules":
            guard fields.count == 2 else { return false }
            binding = RunBinding(rules: fields[1], source: binding.source, options: binding.options)
        case "file":
            guard let entry = Entry(fields), entry.number >= nextNumber else { return false }
            // Numbers are consecutive, so a line is missing.
            let isNext = entry.number == nextNumber
            stacks[entry.path, default: []].append(entry)
            paths[entry.number] = entry.path
            nextNumber = entry.number + 1
            if state == .complete { state = .running }
            return isNext
        case "undone":
            guard fields.count == 2, let number = Int(fields[1]), let path = paths[number] else { return false }
            stacks[path]?.removeAll { $0.number == number }
        default: return false
        }
        return true
    }

    // MARK: Writing

    /// Creates a folder and the journal's first line.
    init(beginning folder: String, _ binding: RunBinding, _ disk: Disk) throws(StoreFailure) {
        self.folder = folder
        self.binding = binding
        for name in ["originals", "rejects", "new"] {
            // The remains of a run that was stopped while it removed its journal.
            try disk.removeFolder(Path.join(folder, name))
            try disk.makeFolder(Path.join(folder, name))
        }
        let path = FileJournal.path(in: folder), descriptor = try disk.create(path)
        defer { Disk.drop(descriptor) }
        let line = FileJournal.line([
            "adapty-migrate journal", "\(FileJournal.version)", binding.rules, binding.source, binding.options,
        ])
        try disk.write(descriptor, line, path)
        try disk.sync(descriptor, path)
        try disk.syncFolder(folder)
        wholeSize = line.count
    }

    func set(_ state: State, _ disk: Disk) throws(StoreFailure) {
        if self.state != state { try append(["state", state.rawValue], disk) }
    }

    /// From here on the run has other rules.
    func rebind(_ binding: RunBinding, _ disk: Disk) throws(StoreFailure) {
        try append(["rules", binding.rules], disk)
    }

    func add(_ entry: Entry, _ disk: Disk) throws(StoreFailure) { try append(entry.fields, disk) }

    /// Marks an entry as void, and removes the files that were kept for it.
    func undo(_ entry: Entry, _ disk: Disk) throws(StoreFailure) {
        try append(["undone", "\(entry.number)"], disk)
        for path in [original(entry.number), rejects(entry.number), new(entry.number)] { try disk.remove(path) }
    }

    /// Removes the journal's folder. The journal itself goes last, so that an interrupted removal can be continued.
    func end(_ disk: Disk) throws(StoreFailure) {
        for name in ["originals", "rejects", "new"] { try disk.removeFolder(Path.join(folder, name)) }
        try disk.remove(path)
    }

    /// Writes one line. It is on disk when this returns.
    private func append(_ fields: [String], _ disk: Disk) throws(StoreFailure) {
        let line = FileJournal.line(fields)
        // First removes a line that a crash cut off.
        if let size = FileStatus.of(path)?.size, size > wholeSize { try disk.shorten(path, to: wholeSize) }
        let descriptor = try disk.openToAppend(path)
        defer { Disk.drop(descriptor) }
        try disk.write(descriptor, line, path)
        try disk.sync(descriptor, path)
        wholeSize += line.count
        _ = take(fields)
    }

    // MARK: Lines

    private static let sumLength = 16

    private static func line(_ fields: [String]) -> [UInt8] {
        let text = Array(fields.map(escaped).joined(separator: [0x09]))
        return text + [0x09] + SHA256Hash.hex(text).utf8.prefix(sumLength) + [0x0A]
    }

    /// `nil` when the line was changed.
    private static func fields(_ line: [UInt8]) -> [String]? {
        guard line.count > sumLength, line[line.count - sumLength - 1] == 0x09 else { return nil }
        let text = Array(line.dropLast(sumLength + 1))
        guard SHA256Hash.hex(text).utf8.prefix(sumLength).elementsEqual(line.suffix(sumLength)) else { return nil }
        return text.split(separator: 0x09, omittingEmptySubsequences: false).map {
            StoreAddress.decoded(String(decoding: $0, as: UTF8.self))
        }
    }

    /// File names may contain anything, so tabs and line breaks are written as `%09` and so on.
    private static func escaped(_ text: String) -> [UInt8] {
        text.utf8.flatMap { byte in
            byte >= 0x20 && byte != 0x25 ? [byte] : Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
    }
}

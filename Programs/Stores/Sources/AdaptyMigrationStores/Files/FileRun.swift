import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Upgrades files in place, and undoes that.
///
/// `apply` writes one file after another under a temporary name. It notes the replacement in the journal, and only then
/// renames the new file. So whenever the process dies, every file is complete, old or new, and the journal shows which.
/// The old file is kept.
///
/// Worked example, `events.ndjson` with one line `{"event_type":"trial_cancelled"}`:
///
/// 1. `.adapty-migration/new/1` gets `{"event_type":"trial_expired","_adapty_migration":{…}}` and is put on the disk;
/// 2. `.adapty-migration/originals/1` becomes another name of `events.ndjson`;
/// 3. the journal gets `file	1	events.ndjson	<digest before>	<digest after>	…`, on the disk when 4 begins;
/// 4. `new/1` is renamed to `events.ndjson`.
public final class FileRun: DocumentStore {
    let place: FilePlace
    let options: RunOptions
    let disk: Disk
    let binding: RunBinding
    let documents: DocumentConverter
    /// Called for every record that is read, with the result; `nil` when the record stays as it is.
    var onRecord: (_ record: [UInt8], _ new: [UInt8]?, RecordPosition) -> Void = { _, _, _ in }

    /// - Parameter path: a file or a folder.
    /// - Throws: a failure when it does not exist.
    public convenience init(_ path: String, _ options: RunOptions) throws(StoreFailure) {
        try self.init(path, options, Disk())
    }

    package init(_ path: String, _ options: RunOptions, _ disk: Disk) throws(StoreFailure) {
        place = try FilePlace(path)
        self.options = options
        self.disk = disk
        binding = RunBinding(source: place.source, options)
        documents = DocumentConverter(options)
    }

    public var words: StoreWords {
        StoreWords(
            unit: "record", label: "", rejects: Path.join(place.journal, "rejects"),
            writing: "the time to write the files",
            countsBytes: true)
    }

    func format(_ relative: String) throws(StoreFailure) -> FileFormat {
        guard let format = FileFormat(relative) else {
            throw StoreFailure(
                .refused, "the name of \(relative) is not that of a data file",
                remedy: "use a name that ends in \(FileFormat.names)")
        }
        return format
    }

    /// The total number of bytes in all files.
    func size(_ files: [String]) -> Int { files.reduce(0) { $0 + (FileStatus.of(place.path($1))?.size ?? 0) } }

    // MARK: Plan

    public func plan() throws(StoreFailure) -> PlanReport {
        let listing = try place.list(), total = size(listing.files), clock = ContinuousClock(), start = clock.now
        var report = PlanReport(), done = 0
        report.warnings = listing.remarks
        if listing.files.contains(where: { FileFormat($0)?.isCompressed == true }) {
            report.warnings.append(
                "compressed files are compressed again; rollback restores an unedited file byte for byte, but the compressed bytes of an edited file differ"
            )
        }
        let documents = DocumentConverter(options)
        for path in listing.files where !options.isPaused() {
            try plan(path, documents, &report) { [options] in options.progress?(done + $0, total) }
            done += FileStatus.of(place.path(path))?.size ?? 0
        }
        report.add(documents)
        report.isComplete = !options.isPaused()
        report.seconds = (clock.now - start) / .seconds(1)
        return report
    }

    private func plan(
        _ path: String, _ documents: DocumentConverter, _ report: inout PlanReport, _ progress: @escaping (Int) -> Void
    ) throws(StoreFailure) {
        let format = try format(path), findings = PlanFindings(path)
        var upgrade = FileUpgrade(options: options, documents: documents)
        upgrade.onRecord = { record, new, _ in findings.add(record, new) }
        upgrade.onReject = { findings.add($0) }
        upgrade.onProgress = progress
        do throws(FileTrouble) {
            let reader = try FileTrouble.failing { () throws(StoreFailure) in
                try FileReader(place.path(path), format, digests: false)
            }
            let converter = try upgrade.converter(place.path(path), format)
            report.add(try upgrade.run(reader, format, converter, into: ContentSink()), findings)
            if let export = converter as? ExportConverter { report.add(export) }
        } catch {
            switch error {
            case .failure(let failure): throw failure
            case .rejected(let error):
                findings.add(
                    Reject(
                        error: error, position: RecordPosition(offset: 0, line: 1, column: 1, element: nil), record: [])
                )
                report.add(FileCounts(rejected: 1), findings)
            case .paused: break
            }
        }
    }

    // MARK: Rehearsal

    /// Copies each file to a separate folder, and upgrades, checks and restores the copy.
    public func rehearse() throws(StoreFailure) -> Rehearsal {
        let stage = place.journal + "-rehearsal", listing = try place.list(), total = size(listing.files)
        try disk.removeFolder(stage)
        try disk.makeFolder(stage)
        defer { try? disk.removeFolder(stage) }
        let samples = Samples()
        var progress = RunProgress(), report = VerifyReport(), done = 0
        progress.isComplete = true
        for path in listing.files {
            if options.isPaused() {
                progress.isComplete = false
                break
            }
            let copy = Path.join(stage, Path.name(of: path)),
                digest = try self.copy(place.path(path), to: copy, as: nil)
            let inner = try FileRun(copy, options, disk)
            inner.onRecord = { record, new, position in samples.add(record, new, position.described(in: path)) }
            progress.add(try inner.apply())
            report.add(try inner.verify(), label: path)
            _ = try inner.rollback()
            if try FileReader.digest(copy) != digest { report.find("\(path): rollback did not restore it exactly") }
            try disk.remove(copy)
            done += FileStatus.of(place.path(path))?.size ?? 0
            options.progress?(done, total)
        }
        return Rehearsal(progress: progress, verification: report, samples: samples.first)
    }

    private final class Samples {
        private(set) var first: [Rehearsal.Sample] = []

        func add(_ record: [UInt8], _ new: [UInt8]?, _ place: String) {
            if let new, first.count < 3 { first.append(.init(key: place, before: record, after: new)) }
        }
    }

    /// - Parameter format: the compression to remove while copying; `nil` to copy the stored bytes.
    /// - Returns: the digest of the copied bytes.
    @discardableResult
    func copy(_ path: String, to other: String, as status: FileStatus?, expanding format: FileFormat? = nil)
        throws(StoreFailure) -> String
    {
        let reader = try FileReader(path, format, digests: false),
            writer = try FileWriter(other, nil, as: status.map { ($0, path) }, disk)
        do throws(FileTrouble) {
            while true {
                let chunk = try reader.next()
                if chunk.isEmpty { break }
                try FileTrouble.failing { () throws(StoreFailure) in try writer.write(chunk) }
            }
        } catch {
            try writer.discard()
            if case .failure(let failure) = error { throw failure }
        }
        return try writer.close().bytes
    }
}

extension RunProgress {
    mutating func add(_ other: RunProgress) {
        changed += other.changed
        unchanged += other.unchanged
        rejected += other.rejected
        contended += other.contended
        isComplete = isComplete && other.isComplete
    }
}

extension VerifyReport {
    /// - Parameter label: the name of the other report's only file in this report.
    fileprivate mutating func add(_ other: VerifyReport, label: String) {
        rows += other.rows
        proven += other.proven
        rejected += other.rejected
        for finding in other.findings { find("\(label): \(finding)") }
    }
}

import AdaptyMigrationTools
import AdaptyMigrationFiles

extension FileRun {
    /// Upgrades all files, or continues where an earlier run stopped. A pause is possible between two batches of
    /// records. An unfinished file stays unchanged.
    ///
    /// - Throws: a failure. Everything that was finished before is intact and in the journal.
    public func apply() throws(StoreFailure) -> RunProgress {
        let files = try place.list().files
        try disk.makeFolder(place.journal)
        return try exclusively { () throws(StoreFailure) in try apply(files) }
    }

    /// One run at a time.
    func exclusively<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        let lock = try FileLock(Path.join(place.journal, "lock"), of: place.source)
        defer { lock.release() }
        return try body()
    }

    private func apply(_ files: [String]) throws(StoreFailure) -> RunProgress {
        let journal = try openJournal(for: .running), total = size(files)
        var progress = RunProgress(), done = 0
        for path in files {
            if options.isPaused() { return progress }
            let size = FileStatus.of(place.path(path))?.size ?? 0
            guard try upgrade(path, journal, &progress, { [options] in options.progress?(done + $0, total) }) else {
                return progress
            }
            done += size
            options.progress?(done, total)
        }
        try journal.set(.complete, disk)
        progress.isComplete = true
        return progress
    }

    /// The existing journal, or a new one.
    ///
    /// - Parameter purpose: the operation. Once a rollback or a removal of originals has begun, nothing else is
    ///   possible.
    func openJournal(for purpose: FileJournal.State) throws(StoreFailure) -> FileJournal {
        guard let journal = try FileJournal(reading: place.journal) else {
            return try FileJournal(beginning: place.journal, binding, disk)
        }
        if let line = journal.damaged.first { throw FileRun.damage(journal, line) }
        if purpose == .running, journal.state == .complete, journal.binding.differsInRules(from: binding) {
            try takeOver(journal)
        }
        if purpose != .rollingBack, let refusal = journal.binding.refusal(binding) { throw refusal }
        if purpose != journal.state {
            if journal.state == .rollingBack {
                throw StoreFailure(
                    .refused, "a rollback of these files was started", remedy: "complete it first (store rollback)")
            }
            if journal.state == .finishing {
                throw StoreFailure(
                    .refused, "the removal of the originals was started",
                    remedy: "complete it (store finish --yes)")
            }
        }
        return journal
    }

    /// A program with other rules may continue a complete run if it makes the same files from its originals. It tries
    /// records again that the other rules rejected.
    private func takeOver(_ journal: FileJournal) throws(StoreFailure) {
        for entry in journal.latest where entry.original != nil && entry.counts.rejected == 0 {
            guard try gives(entry, journal) else { return }
        }
        try journal.rebind(binding, disk)
        // The new rules may find something to do where the others found nothing.
        for entry in journal.entries where entry.original == nil { try journal.undo(entry, disk) }
    }

    static func damage(_ journal: FileJournal, _ line: Int) -> StoreFailure {
        StoreFailure(
            .refused, "line \(line) of \(journal.path) was changed",
            remedy: "restore the journal from a backup; the originals are in \(Path.join(journal.folder, "originals"))")
    }

    // MARK: One file

    /// Tries at most three times when others write to the file.
    ///
    /// - Returns: `false` when the run is paused.
    private func upgrade(
        _ path: String, _ journal: FileJournal, _ progress: inout RunProgress, _ onProgress: @escaping (Int) -> Void
    ) throws(StoreFailure) -> Bool {
        for attempt in 1...3 {
            do throws(FileTrouble) {
                guard let counts = try upgradeOnce(path, journal, onProgress) else {
                    progress.contended += 1
                    if attempt == 3 {
                        throw .rejected(
                            MigrationError(
                                .contended, "other programs changed the file at every attempt",
                                remedy: "run apply again"))
                    }
                    continue
                }
                progress.changed += counts.changed
                progress.unchanged += counts.unchanged
                progress.rejected += counts.rejected
                return true
            } catch {
                switch error {
                case .failure(let failure): throw failure
                case .paused: return false
                case .rejected(let error):
                    options.onRecord?(.rejected([], error), path, 1, 1)
                    try reject(path, error, journal)
                    progress.rejected += 1
                    return true
                }
            }
        }
        return true
    }

    /// - Returns: the counts of records; `nil` when the file was changed in the meantime and was left as it is.
    private func upgradeOnce(_ path: String, _ journal: FileJournal, _ onProgress: @escaping (Int) -> Void)
        throws(FileTrouble) -> FileCounts?
    {
        let file = place.path(path)
        let known = try FileTrouble.failing { () throws(StoreFailure) in try settled(path, journal) }
        // Rejected records are tried again, because the rules may be newer, or the cause may be gone.
        if let known, known.counts.rejected == 0 { return known.countsOfAnotherRun }
        let format = try FileTrouble.failing { () throws(StoreFailure) in try self.format(path) },
            number = journal.nextNumber
        let reader = try FileTrouble.failing { () throws(StoreFailure) in try FileReader(file, format) }
        let writer = try FileTrouble.failing { () throws(StoreFailure) in
            try FileWriter(journal.new(number), format, as: (reader.status, reader.path), disk)
        }
        let rejects = RejectsWriter(journal.rejects(number), disk)
        do throws(FileTrouble) {
            var upgrade = FileUpgrade(options: options, documents: documents)
            upgrade.onRecord = onRecord
            upgrade.onSeen = options.onRecord.map { tell in { tell($0, path, $1.line, $1.column) } }
            upgrade.onReject = { reject throws(StoreFailure) in try rejects.add(reject, path) }
            upgrade.onProgress = onProgress
            let counts = try upgrade.run(reader, format, try upgrade.converter(file, format), into: writer),
                original = try reader.finish()
            let outcome = Outcome(
                path: path, known: known, number: number, counts: counts, original: original, reader: reader,
                writer: writer)
            return try FileTrouble.failing { () throws(StoreFailure) -> FileCounts? in
                try finish(outcome, rejects, journal)
            }
        } catch {
            // Whatever happened, the files of this attempt are not needed. Disk errors were already reported.
            try? writer.discard()
            if case .failure = error {} else { try? disk.remove(rejects.path) }
            throw error
        }
    }

    private struct Outcome {
        let path: String
        /// The entry that produced the file as it was read.
        let known: FileJournal.Entry?
        let number: Int
        let counts: FileCounts
        /// The digest of the file as it was read.
        let original: String
        let reader: FileReader
        let writer: FileWriter
    }

    /// The entry of an earlier run that wrote the present file. An entry that was noted but not carried out is dropped,
    /// and so is one for a file that needed no change but was changed since.
    private func settled(_ path: String, _ journal: FileJournal) throws(StoreFailure) -> FileJournal.Entry? {
        guard let entry = journal.latest(path) else { return nil }
        let digest = try FileReader.digest(place.path(path))
        if digest == entry.written { return entry }
        if entry.original == nil || digest == entry.original { try journal.undo(entry, disk) }
        return nil
    }

    private func finish(_ outcome: Outcome, _ rejects: RejectsWriter, _ journal: FileJournal) throws(StoreFailure)
        -> FileCounts?
    {
        try rejects.close()
        if let known = outcome.known {
            if outcome.counts.changed == 0, outcome.counts.rejected == known.counts.rejected {
                try outcome.writer.discard()
                try disk.remove(rejects.path)
                return known.countsOfAnotherRun
            }
            // It has the same original as an entry of the whole file.
            if known.original == nil { try journal.undo(known, disk) }
        }
        return try outcome.counts.changed > 0 ? replace(outcome, journal) : keep(outcome, journal)
    }

    /// A file that needs no change.
    private func keep(_ outcome: Outcome, _ journal: FileJournal) throws(StoreFailure) -> FileCounts? {
        try outcome.writer.discard()
        guard outcome.reader.isUnchanged else { return nil }
        // A file that was edited since keeps the entry with its original.
        if let known = journal.latest(outcome.path), known.original != nil { return outcome.counts }
        try journal.add(
            .init(
                number: outcome.number, path: outcome.path, original: nil, written: outcome.original,
                content: outcome.original,
                size: outcome.reader.status.size, counts: outcome.counts), disk)
        return outcome.counts
    }

    private func replace(_ outcome: Outcome, _ journal: FileJournal) throws(StoreFailure) -> FileCounts? {
        let file = place.path(outcome.path), written = try outcome.writer.close(),
            original = journal.original(outcome.number)
        guard outcome.reader.isUnchanged else {
            try outcome.writer.discard()
            return nil
        }
        // The remains of an attempt that was stopped here.
        try disk.remove(original)
        if try !disk.link(file, as: original) { try copy(file, to: original, as: outcome.reader.status) }
        for name in ["new", "originals"] { try disk.syncFolder(Path.join(journal.folder, name)) }
        let entry = FileJournal.Entry(
            number: outcome.number, path: outcome.path, original: outcome.original, written: written.bytes,
            content: written.content,
            size: written.size, counts: outcome.counts)
        try journal.add(entry, disk)
        guard outcome.reader.isUnchanged else {
            try journal.undo(entry, disk)
            return nil
        }
        try disk.move(outcome.writer.path, to: file)
        try disk.syncFolder(Path.folder(of: file))
        return outcome.counts
    }

    /// A file that is left unchanged as a whole.
    private func reject(_ path: String, _ error: MigrationError, _ journal: FileJournal) throws(StoreFailure) {
        let digest = try FileReader.digest(place.path(path))
        if let known = journal.latest(path), known.original != nil || known.written == digest { return }
        let number = journal.nextNumber, rejects = RejectsWriter(journal.rejects(number), disk)
        try rejects.add(
            Reject(error: error, position: RecordPosition(offset: 0, line: 1, column: 1, element: nil), record: []),
            path)
        try rejects.close()
        try journal.add(
            .init(
                number: number, path: path, original: nil, written: digest, content: digest,
                size: FileStatus.of(place.path(path))?.size ?? 0,
                counts: FileCounts(rejected: 1)), disk)
    }
}

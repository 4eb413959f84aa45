import AdaptyMigrationTools
import AdaptyMigrationFiles

extension FileRun {
    /// Restores the original of every file, even after a partial run. A file that was edited after the upgrade keeps
    /// its edits. If it is stopped, the next call continues.
    public func rollback() throws(StoreFailure) -> RollbackReport {
        guard FileStatus.of(place.journal) != nil, try FileJournal(reading: place.journal) != nil else {
            throw StoreFailure(.refused, "nothing was upgraded here", remedy: "there is nothing to roll back")
        }
        var report = RollbackReport()
        try exclusively { () throws(StoreFailure) in try rollback(&report) }
        if report.isComplete, report.kept.isEmpty { try disk.removeEmptyFolder(place.journal) }
        return report
    }

    private func rollback(_ report: inout RollbackReport) throws(StoreFailure) {
        let journal = try openJournal(for: .rollingBack)
        try journal.set(.rollingBack, disk)
        let all = journal.entries
        for (done, entry) in all.reversed().enumerated() {
            if options.isPaused() { return }
            // An entry that builds on one that stays cannot be restored either.
            if journal.latest(entry.path)?.number == entry.number { try takeBack(entry, journal, &report) }
            options.progress?(done, all.count)
        }
        report.isComplete = true
        if report.kept.isEmpty { try journal.end(disk) }
    }

    private func takeBack(_ entry: FileJournal.Entry, _ journal: FileJournal, _ report: inout RollbackReport)
        throws(StoreFailure)
    {
        guard let original = entry.original else {
            report.unchanged += entry.counts.unchanged + entry.counts.rejected
            return try journal.undo(entry, disk)
        }
        let file = place.path(entry.path), kept = journal.original(entry.number)
        guard FileStatus.of(file) != nil else {
            return report.kept.append("\(entry.path): the file is missing; its original is \(kept)")
        }
        let digest = try FileReader.digest(file)
        if digest != original {
            guard FileStatus.of(kept) != nil else {
                return report.kept.append("\(entry.path): its original in the journal is missing")
            }
            guard try FileReader.digest(kept) == original else {
                return report.kept.append("\(entry.path): its original in the journal was changed: \(kept)")
            }
            guard digest == entry.written else { return try takeBackEdited(entry, journal, &report) }
            try disk.move(kept, to: file)
            try disk.syncFolder(Path.folder(of: file))
        }
        report.restored += entry.counts.changed
        report.unchanged += entry.counts.unchanged + entry.counts.rejected
        try journal.undo(entry, disk)
    }

    /// Law 3, record by record: edits are kept, and the rest is restored.
    private func takeBackEdited(_ entry: FileJournal.Entry, _ journal: FileJournal, _ report: inout RollbackReport)
        throws(StoreFailure)
    {
        let file = place.path(entry.path), format = try format(entry.path),
            reader = try FileReader(file, format, digests: false)
        let writer = try FileWriter(journal.new(entry.number), format, as: (reader.status, reader.path), disk)
        do throws(FileTrouble) {
            let converter: any RecordConverter =
                format.layout == .export ? ExportConverter(embedsResidue: options.embedsResidue) : documents
            let restore = FileRestore(
                entry.path, try originals(entry, format, journal), converter, embedsResidue: options.embedsResidue)
            try restore.run(reader, format, into: writer)
            try FileTrouble.failing { () throws(StoreFailure) in
                _ = try writer.close()
                guard reader.isUnchanged else {
                    try writer.discard()
                    return report.kept.append("\(entry.path): another program changed it just now; run rollback again")
                }
                try disk.move(writer.path, to: file)
                try disk.syncFolder(Path.folder(of: file))
                report.add(restore)
                if restore.kept.isEmpty { try journal.undo(entry, disk) }
            }
        } catch {
            try? writer.discard()
            switch error {
            case .failure(let failure): throw failure
            case .rejected(let error):
                report.kept.append("\(entry.path): edited so that it can no longer be read: \(error.message)")
            case .paused: break
            }
        }
    }

    private func originals(_ entry: FileJournal.Entry, _ format: FileFormat, _ journal: FileJournal) throws(FileTrouble)
        -> OriginalRecords
    {
        let kept = journal.original(entry.number), upgrade = FileUpgrade(options: options, documents: documents)
        guard !options.embedsResidue, format.isCompressed else {
            return try OriginalRecords(kept, content: options.embedsResidue ? nil : kept, format, upgrade)
        }
        // Single records are read from it, which is impossible in a compressed file.
        let expanded = journal.new(entry.number) + ".content"
        defer { try? disk.remove(expanded) }
        try FileTrouble.failing { () throws(StoreFailure) in
            _ = try copy(kept, to: expanded, as: nil, expanding: format)
        }
        return try OriginalRecords(kept, content: expanded, format, upgrade)
    }
}

extension RollbackReport {
    fileprivate mutating func add(_ file: FileRestore) {
        restored += file.restored
        unchanged += file.unchanged
        edited += file.edited
        kept += file.kept
    }
}

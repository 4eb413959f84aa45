import AdaptyMigrationTools
import AdaptyMigrationFiles

extension FileRun {
    /// Reads every file again and compares it with the journal: nothing is missing, nothing is new, nothing was
    /// changed, and every original upgrades to the present file.
    public func verify() throws(StoreFailure) -> VerifyReport {
        guard let journal = try FileJournal(reading: place.journal) else {
            throw StoreFailure(.refused, "nothing was upgraded here", remedy: "run store apply first")
        }
        if let refusal = journal.binding.refusal(binding) { throw refusal }
        var report = VerifyReport(), done = 0
        let listing = try? place.list(), total = size(listing?.files ?? [])
        for line in journal.damaged {
            report.find("line \(line) of the journal was changed, or a line before it is missing")
        }
        if let remark = journal.state.remark { report.find(remark) }
        for path in listing?.files ?? [] where !options.isPaused() {
            if let entry = journal.latest(path) {
                try verify(entry, journal, &report)
            } else {
                try findUnknown(path, journal, &report)
            }
            done += FileStatus.of(place.path(path))?.size ?? 0
            options.progress?(done, total)
        }
        let present = Set(listing?.files ?? [])
        for entry in journal.latest where !present.contains(entry.path) {
            report.find("\(entry.path): the file is missing")
        }
        return report
    }

    private func findUnknown(_ path: String, _ journal: FileJournal, _ report: inout VerifyReport) throws(StoreFailure)
    {
        let digest = try FileReader.digest(place.path(path))
        let other = journal.latest.first { $0.written == digest }
        report.find(
            "\(path): not in the journal"
                + (other.map { ", and the same file as \($0.path)" } ?? ": not upgraded yet, or new; run apply again"))
    }

    private func verify(_ entry: FileJournal.Entry, _ journal: FileJournal, _ report: inout VerifyReport)
        throws(StoreFailure)
    {
        let counts = entry.counts, digest = try FileReader.digest(place.path(entry.path))
        report.rows += counts.changed + counts.unchanged + counts.rejected
        report.rejected += counts.rejected
        guard digest == entry.written else {
            if digest == entry.original {
                return report.find("\(entry.path): it is the original again; run apply again")
            }
            let other = journal.latest.first { $0.written == digest && $0.path != entry.path }
            let place = try entry.original == nil ? nil : firstDifference(entry, journal)
            return report.find(
                "\(entry.path): changed since the upgrade"
                    + (other.map { ", to the former content of \($0.path)" } ?? place ?? ""))
        }
        guard let original = entry.original else {
            report.proven += counts.unchanged
            return
        }
        guard FileStatus.of(journal.original(entry.number)) != nil else {
            return report.find("\(entry.path): its original in the journal is missing")
        }
        guard try FileReader.digest(journal.original(entry.number)) == original else {
            return report.find("\(entry.path): its original in the journal was changed")
        }
        guard try gives(entry, journal) else {
            return report.find("\(entry.path): its original in the journal upgrades to a different file")
        }
        report.proven += counts.changed + counts.unchanged
    }

    /// Whether an entry's original upgrades to the written file.
    func gives(_ entry: FileJournal.Entry, _ journal: FileJournal) throws(StoreFailure) -> Bool {
        let sink = DigestingSink()
        guard try regenerate(entry, journal, into: sink) == entry.counts else { return false }
        return try sink.finish() == entry.content
    }

    /// Upgrades an entry's original again.
    ///
    /// - Returns: the counts of records; `nil` when it cannot be upgraded.
    private func regenerate(_ entry: FileJournal.Entry, _ journal: FileJournal, into sink: ContentSink)
        throws(StoreFailure) -> FileCounts?
    {
        var options = options
        options.throttle = nil
        options.isPaused = { false }
        let format = try format(entry.path), original = journal.original(entry.number),
            reader = try FileReader(original, format, digests: false)
        do throws(FileTrouble) {
            let upgrade = FileUpgrade(options: options, documents: documents)
            return try upgrade.run(reader, format, try upgrade.converter(original, format), into: sink)
        } catch {
            if case .failure(let failure) = error { throw failure }
            return nil
        }
    }

    /// The place where a file differs from the written one.
    private func firstDifference(_ entry: FileJournal.Entry, _ journal: FileJournal) throws(StoreFailure) -> String? {
        guard FileStatus.of(journal.original(entry.number)) != nil else { return nil }
        let sink = try ComparingSink(place.path(entry.path), format(entry.path))
        _ = try regenerate(entry, journal, into: sink)
        return sink.difference.map { " (from line \($0) on)" }
    }
}

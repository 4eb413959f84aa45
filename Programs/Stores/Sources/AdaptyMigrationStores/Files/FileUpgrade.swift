import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Converts the content of one file into a sink. Records that cannot be converted are kept in place, byte for byte.
struct FileUpgrade {
    let options: RunOptions
    /// Shared by all files, because it learns the shape of the records.
    let documents: DocumentConverter
    /// The result for a record: its range in the sink, or the reason why it stays.
    var onRecord: (_ record: [UInt8], _ new: [UInt8]?, RecordPosition) throws(StoreFailure) -> Void = { _, _, _ in }
    /// Called for every record.
    var onSeen: ((SeenRecord, RecordPosition) -> Void)?
    var onReject: (Reject) throws(StoreFailure) -> Void = { _ in }
    /// Called with the number of processed bytes.
    var onProgress: (Int) -> Void = { _ in }

    /// The converter for a file. An export gets its new column only if there is a name to keep in it, so it is read
    /// once before.
    func converter(_ path: String, _ format: FileFormat) throws(FileTrouble) -> any RecordConverter {
        format.layout == .export ? try exportConverter(path, format) : documents
    }

    func exportConverter(_ path: String, _ format: FileFormat) throws(FileTrouble) -> ExportConverter {
        guard options.embedsResidue else { return ExportConverter(embedsResidue: false) }
        let reader = try FileTrouble.failing { () throws(StoreFailure) in try FileReader(path, format, digests: false) }
        var survey = options
        survey.throttle = nil
        let counts = try FileUpgrade(options: survey, documents: documents).run(
            reader, format, ExportConverter(embedsResidue: false), into: ContentSink())
        return ExportConverter(embedsResidue: counts.changed > 0)
    }

    func run(_ reader: FileReader, _ format: FileFormat, _ converter: any RecordConverter, into sink: ContentSink)
        throws(FileTrouble) -> FileCounts
    {
        let cutter = RecordCutter(reader, format)
        var counts = FileCounts(), done = 0, start = ContinuousClock.now
        while let piece = try cutter.next() {
            switch piece {
            case .between(let bytes): try FileTrouble.failing { () throws(StoreFailure) in try sink.write(bytes) }
            case .header(let bytes):
                let header = try FileTrouble.rejecting { () throws(MigrationError) in try converter.upgradeHeader(bytes)
                }
                try FileTrouble.failing { () throws(StoreFailure) in try sink.write(header) }
            case .record(let record, let position):
                try FileTrouble.failing { () throws(StoreFailure) in
                    try convert(record, position, format, converter, into: sink, &counts)
                }
                done += 1
                if done % options.batch == 0 {
                    onProgress(position.offset)
                    if options.isPaused() { throw .paused }
                    options.throttle(options.batch, since: start)
                    start = ContinuousClock.now
                }
            }
        }
        return counts
    }

    private func convert(
        _ record: [UInt8], _ position: RecordPosition, _ format: FileFormat, _ converter: any RecordConverter,
        into sink: ContentSink, _ counts: inout FileCounts
    ) throws(StoreFailure) {
        let new: [UInt8]?
        do throws(MigrationError) {
            new = try FileUpgrade.upgrade(record, format, converter)
        } catch {
            counts.rejected += 1
            onSeen?(.rejected(record, error), position)
            try onReject(Reject(error: error, position: position, record: record))
            return try sink.write(record)
        }
        if let onSeen { onSeen(converter.eventName(record).map { .event($0) } ?? .document(record), position) }
        if new == nil { counts.unchanged += 1 } else { counts.changed += 1 }
        try onRecord(record, new, position)
        try sink.write(new ?? converter.unchanged(record))
    }

    private static func upgrade(_ record: [UInt8], _ format: FileFormat, _ converter: any RecordConverter)
        throws(MigrationError) -> [UInt8]?
    {
        let new = try converter.upgrade(record)
        // A residue may restore the line breaks of a document that was joined to one line later.
        if format.layout == .lines, let new, new.contains(0x0A) {
            throw MigrationError(
                .notReversible, "its residue contains line breaks, which NDJSON does not allow in a record",
                remedy: "upgrade it as a .json file")
        }
        return new
    }
}

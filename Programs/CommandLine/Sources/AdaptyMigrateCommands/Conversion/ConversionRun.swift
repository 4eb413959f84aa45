@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// One run of `upgrade` or `downgrade`.
final class ConversionRun {
    private let options: ConversionOptions
    private let direction: Direction
    private let list: InputList
    private let destinations: Destinations
    /// One for each thread, reused for all inputs.
    private let workers: [ConversionWorker]
    private let blockSize: Int
    /// Collects the report of the run; `nil` when none is requested.
    private let report: RunReport?
    /// Whether no records are written, only the report.
    private let isQuiet: Bool
    private var rejects: RejectsFile
    private var summary = Summary()
    private var records = 0
    private var progress: Progress
    private var standardOutput: Output?
    private var sidecar: SidecarWriter?
    /// How much higher the number of a record is in the current output, to which a sidecar belongs, than in its input.
    private var shift = 0
    private var hasOutput = false

    /// - Parameters:
    ///   - blockSize: the approximate number of bytes that are read and converted at a time. It does not affect the
    ///     output.
    ///   - report: collects the report of the run.
    ///   - isQuiet: whether no records are written.
    init(
        _ options: ConversionOptions, _ direction: Direction, blockSize: Int = BlockReader.usualSize,
        report: RunReport? = nil, isQuiet: Bool = false
    ) throws(CommandFailure) {
        self.report = report
        self.isQuiet = isQuiet
        self.options = options
        self.direction = direction
        list = try options.input.list()
        destinations = try Destinations(options, list, direction, report: report?.path, isQuiet: isQuiet)
        workers = (0..<options.input.threads).map { ConversionWorker(options, direction, report?.inspections[$0]) }
        self.blockSize = blockSize
        // A program that runs in step adds summaries up; digests are of whole files.
        if options.summary != nil, !options.inStep { summary.beginDigests() }
        rejects = RejectsFile(path: destinations.rejects)
        progress = Progress(total: list.size, isShown: !options.dryRun)
    }

    func run() throws(CommandFailure) -> ExitStatus {
        do throws(CommandFailure) {
            try convertAll()
            progress.clear()
            try commitAside()
            try standardOutput?.commit()
        } catch {
            progress.clear()
            sidecar?.discard()
            rejects.discard()
            throw error
        }
        for worker in workers { summary.add(worker.tally, worker.actions, worker.totals) }
        let status = list.status(rejects.count > 0 ? .rejects : .success)
        if let path = destinations.summary {
            let output = try Output(path: path)
            try output.write(summary.json(direction, rejectsPath: destinations.rejects, status: status))
            try output.commit()
        }
        try report?.write()
        if !isQuiet { tell() }
        return status
    }

    // MARK: Inputs

    private func convertAll() throws(CommandFailure) {
        if let path = destinations.sidecar, writesSidecar, !destinations.isFolder {
            sidecar = try SidecarWriter(path: path)
        }
        // With standard output or a single output file, one sidecar covers all inputs.
        var residues: SidecarReader?
        if let path = destinations.sidecar, direction == .downgrade, !destinations.isFolder {
            residues = try SidecarReader(path, isOptional: false)
        }
        for (input, path) in zip(list.inputs, destinations.outputs) {
            if direction == .downgrade, destinations.isFolder, let path = destinations.sidecarPath(input) {
                residues = try SidecarReader(path, isOptional: true)
            }
            try convert(input, path, residues)
            if destinations.isFolder { warnAboutLeftOver(residues?.leftOver, input.name) }
        }
        if !destinations.isFolder { warnAboutLeftOver(residues?.leftOver, "the input") }
    }

    private var writesSidecar: Bool { direction == .upgrade && !options.dryRun && !isQuiet }

    private func warnAboutLeftOver(_ record: Int?, _ name: String) {
        guard let record else { return }
        Terminal.warning(
            "the sidecar has residue for record \(record), but \(name) has no such record; is it the right sidecar?")
    }

    private func convert(_ input: Input, _ path: String?, _ residues: SidecarReader?) throws(CommandFailure) {
        // Before the file is opened, so that no write of another program is missed.
        let file = try inPlace(input)
        let reader = try InputReader(
            input, maximumDepth: options.input.maxDepth, blockSize: blockSize, isInStep: options.inStep,
            export: try options.export(input, direction))
        reader.countsLines = report != nil
        report?.begin(input)
        if path != nil { shift = 0 }
        summary.addFile()
        progress.begin(input.name)
        let sink = try sink(path, options.dryRun ? [] : reader.byteOrderMark)
        if destinations.isFolder, writesSidecar, let path = destinations.sidecarPath(input) {
            try System.createFolder(Path.folder(of: path))
            sidecar = try SidecarWriter(path: path)
        }
        do throws(CommandFailure) {
            try convert(reader, sink, residues)
            let isWhole = reader.layout == .document && options.writesRejected
            if !options.dryRun, isWhole || reader.layout.hasEmptyOutput { try sink.keep() }
            hasOutput = hasOutput || sink.isKept
            if destinations.isFolder {
                if sink.isKept { try sidecar?.commit() } else { sidecar?.discard() }
                sidecar = nil
            } else if path != nil {
                try commitAside()
            }
            try place(sink, file)
        } catch {
            sink.discard()
            throw error
        }
    }

    /// The input as a file that is replaced; `nil` when it is not.
    private func inPlace(_ input: Input) throws(CommandFailure) -> InPlaceFile? {
        guard let suffix = options.copySuffix, let path = input.path, !options.dryRun, !isQuiet else { return nil }
        guard input.format != .rejects else {
            throw .usage(
                "\(path) has the rejected records of an earlier run; write what becomes of them elsewhere (-o)")
        }
        return try InPlaceFile(path, suffix: suffix)
    }

    private func place(_ sink: OutputSlot, _ file: InPlaceFile?) throws(CommandFailure) {
        if let file { try file.replace(by: sink) } else { try sink.commit() }
        report?.end()
    }

    private func sink(_ path: String?, _ beginning: [UInt8] = []) throws(CommandFailure) -> OutputSlot {
        isQuiet
            ? OutputSlot()
            : try OutputSlot(
                path, beginning: beginning, isFolder: destinations.isFolder, standardOutput: &standardOutput,
                isDryRun: options.dryRun)
    }

    /// The additional files of an output are in place before the output.
    private func commitAside() throws(CommandFailure) {
        if hasOutput { try sidecar?.commit() } else { sidecar?.discard() }
        sidecar = nil
        try rejects.commit()
    }

    // MARK: Digests

    /// Digests the input bytes of a block. It is called for every part of the block's output, the last part last.
    private func took<Finding>(_ block: Block<Finding>) {
        if hasDigests, block.isDone { block.withBytes { read($0) } }
    }

    private var hasDigests: Bool { report != nil || summary.hasDigests }

    private func read(_ bytes: UnsafeRawBufferPointer) {
        let bytes = Array(bytes)
        summary.digest(read: bytes)
        report?.read(bytes)
    }

    private func wrote(_ bytes: UnsafeRawBufferPointer) {
        guard hasDigests else { return }
        let bytes = Array(bytes)
        summary.digest(written: bytes)
        report?.wrote(bytes)
    }

    // MARK: Records

    private func convert(_ reader: InputReader, _ sink: OutputSlot, _ residues: SidecarReader?) throws(CommandFailure) {
        workers[0].residues = residues
        var count = 0
        try Pipeline(reader, residues == nil ? workers : [workers[0]]) {
            [self] (record, result) throws(CommandFailure) in
            switch result {
            case .failure(let error):
                try reject(record, error)
                if !options.writesRejected { shift -= 1 }
            case .success(let migration):
                if options.dryRun { return try sink.write(DryRun.report(record, migration, options.residue)) }
                if let residue = migration.residue {
                    try sidecar?.add(residue, record: record.number + shift, source: record.source)
                }
            }
        } taker: { [self] (block) throws(CommandFailure) in
            took(block)
            count += block.records
            if !options.dryRun {
                block.output.withUnsafeBytes { wrote($0) }
                try sink.write(block.output)
            }
            advance(
                read: block.isDone ? block.count : 0, written: options.dryRun ? 0 : block.output.count,
                records: block.records)
        }.run()
        shift += count
    }

    private func reject(_ record: Record, _ error: MigrationError) throws(CommandFailure) {
        progress.clear()
        try rejects.add(
            Reject(error: error, position: record.position, record: record.bytes), source: record.source,
            isWriting: !options.dryRun, isTold: !isQuiet)
    }

    private func advance(read: Int, written: Int, records more: Int) {
        records += more
        summary.add(read: read, written: written)
        progress.advance(read, records: records)
    }

    // MARK: Notes

    private func tell() {
        if rejects.count > 0 {
            let share = "\(rejects.count) of \(Text.count(records, "record")) rejected"
            if options.dryRun {
                Terminal.note(share)
            } else if let path = destinations.rejects {
                Terminal.note("\(share); kept in \(path)")
            } else {
                Terminal.note(
                    "\(share)\(options.writesRejected ? " and passed through unchanged" : " and left out"); --rejects PATH keeps them in a file"
                )
            }
        } else if destinations.rejectsAreDefault, let path = destinations.rejects, FileStatus.of(path) != nil {
            Terminal.note("nothing was rejected; \(path) is from an earlier run")
        }
        guard Terminal.isInteractive else { return }
        let lines = summary.lines(direction, seconds: progress.seconds, columns: Terminal.columns - 1)
        Terminal.note(lines[0])
        for line in lines.dropFirst() { Terminal.line(line) }
    }
}

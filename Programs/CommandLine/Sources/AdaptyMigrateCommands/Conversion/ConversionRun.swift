@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// One run of `upgrade` or `downgrade`.
final class ConversionRun {
    private let options: ConversionOptions
    private let direction: Direction
    private var list: InputList
    private let destinations: Destinations
    /// One for each thread, reused for all inputs.
    private let workers: [ConversionWorker]
    private let blockSize: Int
    /// Collects the report of the run; `nil` when none is requested.
    private let report: RunReport?
    private let sidecars: Sidecars
    private var rejects: RejectsFile
    private var summary = Summary()
    private var inside: InsideCount?
    private var records = 0
    private let progress: Progress
    private var standardOutput: Output?

    /// - Parameters:
    ///   - blockSize: the approximate number of bytes that are read and converted at a time. It does not affect the
    ///     output.
    ///   - report: collects the report of the run.
    init(
        _ options: ConversionOptions, _ direction: Direction, blockSize: Int = BlockReader.usualSize,
        report: RunReport? = nil
    ) throws(CommandFailure) {
        self.report = report
        self.options = options
        self.direction = direction
        self.blockSize = blockSize
        list = try options.input.list()
        destinations = try Destinations(options, list, direction, report)
        workers = (0..<options.input.threads).map { ConversionWorker(options, direction, report?.inspections[$0]) }
        inside = options.inside.map { InsideCount($0) }
        sidecars = try Sidecars(destinations, direction, isWriting: !options.dryRun && report?.isAlone != true)
        rejects = RejectsFile(
            path: destinations.rejects, isWriting: !options.dryRun, isTold: report?.isAlone != true)
        // Who converts in step knows the progress.
        progress = Progress(
            total: list.size, options.log.format, isShown: !options.dryRun && !options.inStep)
        if !options.dryRun { Signals.willSay(destinations.unfinished(isInPlace: options.inPlace != nil)) }
    }

    func run() throws(CommandFailure) -> ExitStatus {
        do throws(CommandFailure) {
            for (input, path) in zip(list.inputs, destinations.outputs) {
                try list.process { () throws(CommandFailure) in try convert(input, path) }
            }
            progress.clear()
            try commitAside()
            try standardOutput?.commit()
        } catch {
            progress.clear()
            sidecars.discard()
            rejects.discard()
            throw error
        }
        for worker in workers { summary.add(worker.counted) }
        var status = list.status(rejects.count > 0 ? .rejects : .success)
        inside?.leave(summary.unknown)
        if let inside { status = inside.status(status, found: summary.records - summary.unknown) }
        if let path = destinations.summary {
            let output = try Output(path: path)
            try output.write(
                summary.json(
                    direction, left: inside?.left, skipped: list.passedBy, rejectsPath: destinations.rejects,
                    status: status))
            try output.commit()
        }
        try report?.write()
        if report?.isAlone != true { tell() }
        return status
    }

    private func convert(_ input: Input, _ path: String?) throws(CommandFailure) {
        // Before the file is opened, so that no write of another program is missed.
        let file = try InPlaceFile.of(input, options)
        let before = (records: records, summary: summary, inside: inside)
        report?.begin(input)
        summary.addFile()
        progress.begin(input.name)
        do throws(CommandFailure) {
            try convert(input, path, file)
        } catch {
            guard error.isOfReading else { throw error }
            progress.clear()
            // Standard output and a dry run have what was converted.
            guard path != nil || report?.isAlone == true else {
                throw leave(error, records: records - before.records)
            }
            (records, summary, inside) = before
            for worker in workers { worker.takeBack() }
            try rejects.takeBack()
            sidecars.leave(records: 0)
            report?.giveUp(error, isTakenBack: true)
            throw path == nil ? error : error.adding(file == nil ? "nothing of it was written" : "it was left as it is")
        }
        for worker in workers { worker.keep() }
        try rejects.keep()
    }

    /// Ends an input of which only the first records were read, and are written.
    ///
    /// - Returns: the failure that says so.
    private func leave(_ failure: CommandFailure, records: Int) -> CommandFailure {
        guard !sidecars.isReadInStep else {
            return CommandFailure(
                failure.status,
                "\(failure.message); the sidecar is that of all inputs, so those after it were not converted")
        }
        sidecars.leave(records: records)
        report?.giveUp(failure, isTakenBack: false)
        return failure.adding("of it, only \(Text.count(records, "record")) \(records == 1 ? "was" : "were") read")
    }

    private func convert(_ input: Input, _ path: String?, _ file: InPlaceFile?) throws(CommandFailure) {
        let reader = try InputReader(
            input, maximumDepth: options.input.maxDepth, blockSize: blockSize, isInStep: options.inStep,
            inside: options.inside, export: try options.export(input, direction))
        reader.countsLines = report != nil
        let before = records
        reader.byteOrderMark.withUnsafeBytes { read($0) }
        let sink = try sink(path, reader.byteOrderMark)
        try sidecars.begin(input)
        do throws(CommandFailure) {
            try convert(reader, sink)
            let isWhole = reader.layout == .document && options.writesRejected
            if !options.dryRun, isWhole || reader.layout.hasEmptyOutput { try sink.keep() }
            // The additional files of an output are in place before the output.
            try sidecars.end(input, records: records - before, isKept: sink.isKept)
            if path != nil, !destinations.isFolder { try commitAside() }
            if let file { try file.replace(by: sink) } else { try sink.commit() }
            report?.end()
        } catch {
            sink.discard()
            throw error
        }
    }

    private func commitAside() throws(CommandFailure) {
        try sidecars.finish("the input")
        try rejects.commit()
    }

    private func sink(_ path: String?, _ beginning: [UInt8]) throws(CommandFailure) -> OutputSlot {
        if report?.isAlone == true { return OutputSlot(beginning: beginning) { [self] in wrote($0) } }
        return try OutputSlot(
            path, beginning: options.dryRun ? [] : beginning, isFolder: destinations.isFolder,
            standardOutput: &standardOutput
        ) { [self] in if !options.dryRun { wrote($0) } }
    }

    private func convert(_ reader: InputReader, _ sink: OutputSlot) throws(CommandFailure) {
        workers[0].residues = sidecars.residues
        // Residues are read in the order of the records.
        let workers = sidecars.residues == nil ? workers : [workers[0]]
        try Pipeline(reader, workers) { [self] (record, result) throws(CommandFailure) in
            switch result {
            case .failure(let error) where inside?.leaves(error, at: record.position) == true: break
            case .failure(let error):
                progress.clear()
                try rejects.add(record, error)
                if !options.writesRejected { sidecars.leaveOut() }
            case .success(.shown(let migration)):
                try sink.write(DryRun.report(record, migration, options.residue))
            case .success(.residue(let residue)): try sidecars.add(residue, of: record)
            }
        } taker: { [self] (block) throws(CommandFailure) in
            // A block is taken several times; the last time it is done.
            if block.isDone { block.withBytes { read($0) } }
            if !options.dryRun { try sink.write(block.output) }
            records += block.records
            progress.advance(block.isDone ? block.fileBytes : 0, records: block.records)
        }.run()
    }

    private func read(_ bytes: UnsafeRawBufferPointer) {
        summary.read(bytes)
        report?.read(bytes)
    }

    private func wrote(_ bytes: UnsafeRawBufferPointer) {
        summary.wrote(bytes)
        report?.wrote(bytes)
    }

    private func tell() {
        if rejects.count > 0 {
            rejects.tell(of: records - (inside?.values ?? 0), arePassedThrough: options.writesRejected)
        } else if destinations.rejectsAreDefault, let path = destinations.rejects, FileStatus.of(path) != nil {
            Terminal.note("nothing was rejected; \(path) is from an earlier run")
        }
        for line in summary.remarks(hasInstant: options.migration.instant != nil) { Terminal.note(line) }
        guard Terminal.isInteractive else { return }
        let lines = summary.lines(direction, seconds: progress.seconds, columns: Terminal.columns - 1)
        Terminal.note(lines[0])
        for line in lines.dropFirst() { Terminal.line(line) }
    }
}

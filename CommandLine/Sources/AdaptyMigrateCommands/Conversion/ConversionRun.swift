import AdaptyMigration

/// One run of `upgrade` or `downgrade`.
struct ConversionRun {
    /// Bytes converted between two writes: enough to keep several threads busy, little enough to stay small.
    private static let batchSize = 1 << 20

    private let options: ConversionOptions
    private let direction: Direction
    private let list: InputList
    private let destinations: Destinations
    private let converter: UnitConverter
    private var rejects: RejectsFile
    private var summary = Summary()
    private var progress: Progress
    private var standardOutput: Output?
    private var sidecar: SidecarWriter?
    /// Records written to the current output: a sidecar's numbers.
    private var written = 0
    private var hasOutput = false

    init(_ options: ConversionOptions, _ direction: Direction) throws(CommandFailure) {
        self.options = options
        self.direction = direction
        list = try options.input.list()
        destinations = try Destinations(options, list, direction)
        let embeds = switch options.residue {
        case .embed: true
        case .discard: false
        // On the way back the sidecar is read. A residue that arises there stays in its record, or it would be lost.
        case .sidecar: direction == .downgrade
        }
        converter = UnitConverter(direction: direction, migrator: Migrator(options.migration), from: options.input.from, to: options.to,
                                  embedsResidue: embeds, keepsRejected: options.keepRejected)
        rejects = RejectsFile(path: destinations.rejects)
        progress = Progress(total: list.size, isShown: !options.dryRun)
    }

    mutating func run() async throws(CommandFailure) -> ExitStatus {
        do throws(CommandFailure) {
            try await convertAll()
            progress.clear()
            try commitAside()
            try standardOutput?.commit()
        } catch {
            progress.clear()
            sidecar?.discard()
            rejects.discard()
            throw error
        }
        let status: ExitStatus = rejects.count > 0 ? .rejects : .success
        if let path = destinations.summary {
            let output = try Output(path: path)
            try output.write(summary.json(direction, rejectsPath: destinations.rejects, status: status))
            try output.commit()
        }
        report()
        return status
    }

    // MARK: Inputs

    private mutating func convertAll() async throws(CommandFailure) {
        if let path = destinations.sidecar, writesSidecar, !destinations.isFolder { sidecar = try SidecarWriter(path: path) }
        // With standard output, or one output file, a sidecar that is read counts through all inputs.
        var residues: SidecarReader?
        if let path = destinations.sidecar, direction == .downgrade, !destinations.isFolder { residues = try SidecarReader(path, isOptional: false) }
        for (input, path) in zip(list.inputs, destinations.outputs) {
            if direction == .downgrade, destinations.isFolder, let path = destinations.sidecarPath(input) { residues = try SidecarReader(path, isOptional: true) }
            try await convert(input, path, residues)
            if destinations.isFolder { warnAboutLeftOver(residues?.leftOver, input.name) }
        }
        if !destinations.isFolder { warnAboutLeftOver(residues?.leftOver, "the input") }
    }

    private var writesSidecar: Bool { direction == .upgrade && !options.dryRun }

    private func warnAboutLeftOver(_ record: Int?, _ name: String) {
        guard let record else { return }
        Terminal.warning("the sidecar has residue for record \(record), which \(name) does not have; is it the right sidecar?")
    }

    private mutating func convert(_ input: Input, _ path: String?, _ residues: SidecarReader?) async throws(CommandFailure) {
        let reader = try UnitReader(input, maximumDepth: options.input.maxDepth)
        if path != nil { written = 0 }
        summary.addFile()
        var sink = try OutputSlot(path, isFolder: destinations.isFolder, standardOutput: &standardOutput, isDryRun: options.dryRun)
        if destinations.isFolder, writesSidecar, let path = destinations.sidecarPath(input) {
            try System.createFolder(Path.folder(of: path))
            sidecar = try SidecarWriter(path: path)
        }
        do throws(CommandFailure) {
            var number = 0, isEmpty = true
            while let batch = try ConversionRun.batch(reader) {
                isEmpty = false
                let results = try await results(batch, residues)
                for (unit, result) in zip(batch, results) { try emit(unit, result, input, &number, &sink) }
            }
            if isEmpty, !options.dryRun { try sink.keep() }
            hasOutput = hasOutput || sink.isKept
            if destinations.isFolder {
                if sink.isKept { try sidecar?.commit() } else { sidecar?.discard() }
                sidecar = nil
            } else if path != nil {
                try commitAside()
            }
            try sink.commit()
        } catch {
            sink.discard()
            throw error
        }
    }

    /// What belongs to an output is in place before the output is.
    private mutating func commitAside() throws(CommandFailure) {
        if hasOutput { try sidecar?.commit() } else { sidecar?.discard() }
        sidecar = nil
        try rejects.commit()
    }

    // MARK: Units

    private static func batch(_ reader: UnitReader) throws(CommandFailure) -> [Unit]? {
        var units: [Unit] = [], size = 0
        while size < batchSize, let unit = try reader.next() {
            units.append(unit)
            size += unit.count
        }
        return units.isEmpty ? nil : units
    }

    private func results(_ units: [Unit], _ residues: SidecarReader?) async throws(CommandFailure) -> [UnitResult] {
        if let residues {
            // Residues are read in the records' order, so the records are converted in it, too.
            var results: [UnitResult] = []
            for unit in units {
                let elements = unit.elements(maximumDepth: options.input.maxDepth)
                let count = unit.isBlank ? 0 : elements?.count ?? 1
                let known = try residues.next(count)
                results.append(ConversionRun.result(unit, elements, converter, known))
            }
            return results
        }
        let jobs = min(options.jobs, units.count)
        let converter = converter, depth = options.input.maxDepth
        guard jobs > 1 else { return units.map { ConversionRun.result($0, $0.elements(maximumDepth: depth), converter, []) } }
        let share = (units.count + jobs - 1) / jobs
        return await withTaskGroup(of: (Int, [UnitResult]).self) { group in
            for start in stride(from: 0, to: units.count, by: share) {
                let part = units[start..<min(start + share, units.count)]
                group.addTask { (start, part.map { ConversionRun.result($0, $0.elements(maximumDepth: depth), converter, []) }) }
            }
            var parts: [(Int, [UnitResult])] = []
            for await part in group { parts.append(part) }
            return parts.sorted { $0.0 < $1.0 }.flatMap { $0.1 }
        }
    }

    private static func result(_ unit: Unit, _ elements: [Range<Int>]?, _ converter: UnitConverter, _ residues: [Residue?]) -> UnitResult {
        unit.isBlank ? UnitResult(output: unit.content, records: []) : converter.convert(unit, elements, residues: residues)
    }

    /// Writes what became of a unit, in order.
    private mutating func emit(_ unit: Unit, _ result: UnitResult, _ input: Input, _ number: inout Int, _ sink: inout OutputSlot) throws(CommandFailure) {
        for record in result.records {
            number += 1
            summary.add(record)
            if record.isWritten { written += 1 }
            switch record.outcome {
            case .rejected(let error):
                progress.clear()
                try rejects.add(error, record, source: input.name, isWriting: !options.dryRun)
            case .converted(let migration):
                if let residue = migration.residue { try sidecar?.add(residue, record: written, source: input.name) }
                if options.dryRun { try sink.write(DryRun.report(record, migration, "\(input.name):\(number)", options.residue)) }
            }
        }
        if let output = result.output, !options.dryRun {
            try sink.write(output)
            try sink.write(unit.ending)
            summary.add(read: unit.count, written: output.count + unit.ending.count)
        } else {
            summary.add(read: unit.count, written: 0)
            if unit.isLine { try sink.keep() }
        }
        progress.advance(unit.count, records: summary.records)
    }

    // MARK: Report

    private func report() {
        if rejects.count > 0 {
            let share = "\(rejects.count) of \(Text.count(summary.records, "record")) rejected"
            if options.dryRun {
                Terminal.note(share)
            } else if let path = destinations.rejects {
                Terminal.note("\(share); kept in \(path)")
            } else {
                Terminal.note("\(share)\(options.keepRejected ? " and passed through unchanged" : " and left out"); --rejects PATH keeps them in a file")
            }
        } else if destinations.rejectsAreDefault, let path = destinations.rejects, FileStatus.of(path) != nil {
            Terminal.note("nothing was rejected; \(path) is from an earlier run")
        }
        if Terminal.isInteractive { Terminal.note(summary.text(seconds: progress.seconds)) }
    }
}

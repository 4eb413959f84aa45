@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
@_spi(Tools) import AdaptyMigrationTesting

/// One run of `redact`.
final class RedactRun {
    private var list: InputList
    private let destinations: Destinations
    private let workers: [RedactWorker]
    private let maximumDepth: Int
    private var standardOutput: Output?
    private var records = 0
    private var rejected = 0

    init(_ input: InputOptions, output: String?, keyFile: String?, keeping words: [String]) throws(CommandFailure) {
        let redactor = try RedactionKey.redactor(file: keyFile, keeping: words, input.migration), from = input.from,
            depth = input.maxDepth
        list = try input.list()
        // A rejects file would contain the very records that must not be stored.
        destinations = try Destinations(output, hasDefaultRejects: false, list, .upgrade)
        workers = (0..<input.threads).map { _ in RedactWorker(redactor, from, maximumDepth: depth) }
        maximumDepth = depth
    }

    func run() throws(CommandFailure) -> ExitStatus {
        for (input, path) in zip(list.inputs, destinations.outputs) {
            try list.process { () throws(CommandFailure) in try redact(input, path) }
        }
        try standardOutput?.commit()
        let replaced = workers.reduce(0) { $0 + $1.replaced }
        Terminal.note(
            "redacted \(Text.count(records - rejected, "record")) with \(Text.count(replaced, "stand-in")); look at each "
                + "before you commit it")
        if rejected > 0 {
            Terminal.note(
                "\(rejected) of \(Text.count(records, "record")) could not be redacted; nothing of them was written"
            )
        }
        return list.status(rejected > 0 ? .rejects : .success)
    }

    private func redact(_ input: Input, _ path: String?) throws(CommandFailure) {
        let reader = try InputReader(input, maximumDepth: maximumDepth)
        let sink = try OutputSlot(
            path, isFolder: destinations.isFolder, standardOutput: &standardOutput)
        let before = (records, rejected)
        do throws(CommandFailure) {
            try Pipeline(reader, workers) { [self] (record, result) throws(CommandFailure) in
                guard case .failure(let error) = result else { return }
                rejected += 1
                Terminal.line(Diagnostic.text(error, record.source, record.position))
            } taker: { [self] (block) throws(CommandFailure) in
                records += block.records
                try sink.write(block.output)
            }.run()
            if reader.layout.hasEmptyOutput { try sink.keep() }
            try sink.commit()
        } catch {
            sink.discard()
            guard error.isOfReading, path != nil else { throw error }
            (records, rejected) = before
            throw error.adding("nothing of it was written")
        }
    }
}

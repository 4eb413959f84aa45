import AdaptyMigration
import ArgumentParser

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Proves on your own data that every record can be taken back and that nobody's access changes.",
        discussion: """
            Checks for every record: up and back gives the same bytes (law 1), down and up as well (law 2), upgrading twice changes \
            nothing (law 5), and access is the same now and on the first of January 2020, 2022 and 2024 (law 7). Prints counts and \
            the first counter-example. Nothing is written. Exits 65 when a law fails or a record is rejected.

            EXAMPLES:
              adapty-migrate verify dump.ndjson
              adapty-migrate verify captures/ --from sdk1-stored
            """
    )

    @OptionGroup var input: InputOptions

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            let laws = Laws(options: input.migration, instants: VerifyCommand.instants), from = input.from
            var verdict = Verdict()
            let workers = (0..<input.threads).map { _ in VerifyWorker(laws, from: from) }
            for input in try input.list().inputs {
                var lines = 0, records = 0
                try Pipeline(try InputReader(input, maximumDepth: self.input.maxDepth), workers) { (block: Block<VerifyWorker.Note>) throws(CommandFailure) in
                    verdict.addProven(block.records - block.notes.count)
                    for note in block.notes {
                        verdict.add(note.result, Record(bytes: note.record, source: input.name, number: records + note.number, position: note.position.below(lines)))
                    }
                    lines += block.lines
                    records += block.records
                }.run()
            }
            let output = Output()
            try output.write(Array(verdict.text.utf8))
            try output.commit()
            return verdict.holds ? .success : .rejects
        }
    }

    /// Now, and the first of January 2020, 2022 and 2024 (UTC).
    private static var instants: [Int64] {
        [System.now] + ["2020-01-01T00:00:00Z", "2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z"].compactMap { Timestamp($0).microseconds }
    }
}

import AdaptyMigrationTools
import AdaptyMigrationFiles
import AdaptyMigrationTesting
import ArgumentParser

struct GoldenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "golden",
        abstract:
            "Regression tests over captured payloads: a folder of old payloads, and a folder of what each becomes.",
        discussion: """
            LEGACY holds .json (one record, or an array of records), .ndjson and .jsonl files, flat or as DIALECT/KIND/NAME.json. \
            CURRENT has a file of the same name for each: its upgrade with the residue, byte for byte. A file to-DIALECT/NAME in it \
            is compared with the upgrade to that dialect. Every law is checked on every record.

            EXAMPLES:
              adapty-migrate golden record payloads/legacy payloads/current
              git add --intent-to-add payloads && git diff payloads
              adapty-migrate golden check payloads/legacy payloads/current
            """,
        subcommands: [Check.self, Record.self]
    )

    struct Folders: ParsableArguments {
        @Argument(help: "The folder of payloads.", completion: .directory)
        var legacy: String

        @Argument(help: "The folder of what they become.", completion: .directory)
        var current: String

        @Option(help: ArgumentHelp("The deepest nesting to accept.", valueName: "n"))
        var maxDepth = 512

        func validate() throws {
            guard (1...100_000).contains(maxDepth) else {
                throw ValidationError("--max-depth must be between 1 and 100000.")
            }
        }

        func run(_ mode: RecordMode) throws {
            try Guarded.run { () throws(CommandFailure) in
                guard FileStatus.of(legacy)?.isFolder == true else {
                    throw CommandFailure(.noInput, "\(legacy): there is no such folder")
                }
                var options = MigrationOptions()
                options.maximumDepth = maxDepth
                let report = GoldenFiles(
                    legacy: legacy, current: current, relativeTo: nil, record: mode, variable: nil, options: options
                ).report()
                let output = Output()
                let lines = report.description.split(separator: "\n", omittingEmptySubsequences: false).map {
                    Terminal.printable(String($0))
                }
                try output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
                try output.commit()
                return report.holds
                    ? .success
                    : report.payloads == 0 && report.findings.allSatisfy { $0.reason == .unusable }
                        ? .noInput : .rejects
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Compares both ways, checks every law, writes nothing.",
            discussion: """
                Exits 0 when everything is as recorded, 65 when something is not: the report on standard output says what, with a \
                diff and the JSON pointers of what changed.

                EXAMPLES:
                  adapty-migrate golden check payloads/legacy payloads/current
                """
        )

        @OptionGroup var folders: Folders

        func run() throws { try folders.run(.never) }
    }

    struct Record: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "record",
            abstract: "Writes golden files, to be reviewed.",
            discussion: """
                What breaks a law is not recorded. Exits 65 when anything was recorded, because that is not checked yet, and prints \
                the git command that shows it; review it as if somebody else had written it, and run golden check. Nothing is \
                recorded where the environment variable CI is set.

                EXAMPLES:
                  adapty-migrate golden record payloads/legacy payloads/current
                  adapty-migrate golden record payloads/legacy payloads/current --mode failed
                """
        )

        @OptionGroup var folders: Folders

        @Option(
            help: ArgumentHelp(
                "What to write: golden files that are missing, those that failed as well, or all.",
                valueName: "missing|failed|all"))
        var mode: RecordMode = .missing

        func validate() throws {
            if mode == .never {
                throw ValidationError("--mode is missing, failed or all; golden check writes nothing.")
            }
        }

        func run() throws { try folders.run(mode) }
    }
}

extension RecordMode: @retroactive ExpressibleByArgument {}

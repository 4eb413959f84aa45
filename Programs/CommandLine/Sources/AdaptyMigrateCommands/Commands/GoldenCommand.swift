@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
@_spi(Tools) import AdaptyMigrationTesting
import ArgumentParser

struct GoldenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "golden",
        abstract:
            "Records how captured payloads convert, and checks that they still convert the same way.",
        discussion: """
            LEGACY is a folder of .json (one record, or an array of records), .ndjson and .jsonl files, flat or as \
            DIALECT/KIND/NAME.json. A dialect is one version of the data's shape, such as sdk1-wire. For each file, \
            CURRENT has a golden file of the same name. It is the upgrade, byte for byte, without its residue. A file \
            to-DIALECT/NAME in CURRENT is compared with the upgrade to that dialect.

            Both subcommands also check every record. Upgrading and downgrading must give the same bytes, in either \
            order, and edits must survive a downgrade. A second upgrade must change nothing. Upgrading to sdk3 \
            directly and through sdk2 must give the same result. Access must stay the same, and every change must be \
            named.

            EXAMPLES:
              adapty-migrate golden record payloads/legacy payloads/current
              git add --intent-to-add payloads && git diff payloads
              adapty-migrate golden check payloads/legacy payloads/current
            """,
        subcommands: [Check.self, Record.self]
    )

    struct Folders: ParsableArguments {
        @Argument(help: "The folder of old payloads.", completion: .directory)
        var legacy: String

        @Argument(help: "The folder of golden files.", completion: .directory)
        var current: String

        @Option(help: ArgumentHelp("Reject records that are nested deeper than this.", valueName: "n"))
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
            abstract: "Checks payloads against their golden files in both directions, and writes nothing.",
            discussion: """
                The exit status is 0 if everything is as recorded, and 65 if something is not. The report on standard \
                output shows the differences, as a diff and as JSON pointers.

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
            abstract: "Writes golden files for you to review.",
            discussion: """
                A payload that fails a check is not recorded. If anything was recorded, the exit status is 65, because \
                nobody has reviewed it yet. The output has the git command that shows the new files. Review them like \
                somebody else's work, and then run golden check. Nothing is recorded if the environment variable CI is \
                set.

                EXAMPLES:
                  adapty-migrate golden record payloads/legacy payloads/current
                  adapty-migrate golden record payloads/legacy payloads/current --mode failed
                """
        )

        @OptionGroup var folders: Folders

        @Option(
            help: ArgumentHelp(
                "Write golden files that are missing, those that are missing or failed, or all.",
                valueName: "missing|failed|all"))
        var mode: RecordMode = .missing

        func validate() throws {
            if mode == .never {
                throw ValidationError("--mode must be missing, failed or all. To write nothing, use golden check.")
            }
        }

        func run() throws { try folders.run(mode) }
    }
}

extension RecordMode: @retroactive ExpressibleByArgument {}

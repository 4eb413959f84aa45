import AdaptyMigrationTools
public import ArgumentParser

/// The root command.
public struct AdaptyMigrate: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "adapty-migrate",
        abstract:
            "Converts Adapty subscription JSON between SDK 1.x, server, webhook and current shapes, losing nothing.",
        discussion: """
            Every record can be taken back byte for byte, every change and loss is named, and nobody's access changes. \
            Records go to standard output, everything else to standard error.

            EXAMPLES:
              adapty-migrate upgrade profile.json               one record
              adapty-migrate upgrade dump.ndjson -o new.ndjson  one record a line
              adapty-migrate upgrade captures/ -o converted/    a folder
              adapty-migrate downgrade new.ndjson -o dump.ndjson
                                                                back, byte for byte
              adapty-migrate detect webhooks.ndjson             which dialect is it?
              adapty-migrate explain subscription_cancelled     what became of it?
              adapty-migrate verify dump.ndjson                 proof on your data
              adapty-migrate report dump.ndjson -o report.html  what becomes of it, as a page
              adapty-migrate redact captures/ -o fixtures/ --key-file key
                                                                fixtures without anybody's data
              adapty-migrate golden check fixtures/ current/    do they convert as recorded?

            EXIT STATUS:
              0  all converted        64  wrong usage     74  reading or writing failed
              65 some were rejected   66  no input    75  stopped; the same command goes on
            """,
        version: version,
        subcommands: [
            UpgradeCommand.self, DowngradeCommand.self, DetectCommand.self, ExplainCommand.self, VerifyCommand.self,
            ReportCommand.self, RedactCommand.self, GoldenCommand.self,
            SchemaCommand.self, StoreCommand.self,
        ]
    )

    static let version = "1.0.0"

    public init() {}

    /// Runs the program with the process's arguments.
    public static func launch() {
        System.occupyStandardDescriptors()
        Signals.install()
        refuseUnknownCommand()
        main()
    }

    /// The parser takes a mistyped command for an argument too many, and names no other.
    private static func refuseUnknownCommand() {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word) else {
            return
        }
        let nearest = NearestName.of(word, among: names).map { "; did you mean \($0)?" } ?? ""
        Terminal.error("there is no command \(word)\(nearest) (adapty-migrate --help lists them)")
        System.finish(ExitStatus.usage.rawValue)
    }
}

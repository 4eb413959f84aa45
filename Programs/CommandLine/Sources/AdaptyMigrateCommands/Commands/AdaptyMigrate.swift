@_spi(Tools) import AdaptyMigrationTools
public import ArgumentParser

/// The root command.
public struct AdaptyMigrate: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "adapty-migrate",
        abstract:
            "Converts Adapty subscription JSON between SDK 1.x, server, webhook and current shapes without loss.",
        discussion: """
            A dialect is one version of the data's shape, such as sdk1-wire. An upgraded record carries a residue, \
            which contains the original. With the residue, downgrade restores the original record byte for byte. \
            Every change and loss can be listed, and nobody's access changes. Converted records go to standard output, \
            messages to standard error.

            EXAMPLES:
              adapty-migrate upgrade profile.json               one record
              adapty-migrate upgrade dump.ndjson -o new.ndjson  one record per line
              adapty-migrate upgrade captures/ -o converted/    a folder
              adapty-migrate downgrade new.ndjson -o dump.ndjson
                                                                restore the originals
              adapty-migrate detect webhooks.ndjson             show each dialect
              adapty-migrate explain subscription_cancelled     look up an event name
              adapty-migrate verify dump.ndjson                 check your own data
              adapty-migrate report dump.ndjson -o report.html  write an HTML report
              adapty-migrate redact captures/ -o fixtures/ --key-file key
                                                                replace personal data
              adapty-migrate golden check fixtures/ current/    run regression tests

            EXIT STATUS:
              0   all were converted   66  no input
              64  wrong usage          74  reading or writing failed
              65  some were rejected   75  store interrupted; run the same command again
              130 stopped by Ctrl-C    143 stopped by SIGTERM, as containers are
            """,
        version: Version.text,
        subcommands: [
            UpgradeCommand.self, DowngradeCommand.self, DetectCommand.self, ExplainCommand.self, VerifyCommand.self,
            ReportCommand.self, RedactCommand.self, GoldenCommand.self,
            SchemaCommand.self, StoreCommand.self,
        ]
    )

    public init() {}

    /// Runs the program with the process's arguments.
    public static func launch() {
        System.occupyStandardDescriptors()
        Signals.install()
        refuseUnknownCommand()
        refuseMistypedValue()
        main(withOptionalValues(Array(CommandLine.arguments.dropFirst())))
    }

    /// The parser has no options whose value may be left out: it would take the next argument.
    private static func withOptionalValues(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "--in-place" ? "--in-place=\(ConversionOptions.withoutSuffix)" : $0 }
            + arguments[end...]
    }

    /// The parser would treat a mistyped command as an unexpected argument, and suggest no other.
    private static func refuseUnknownCommand() {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-"), !names.contains(word) else {
            return
        }
        let nearest = NearestName.of(word, among: names).map { "; did you mean \($0)?" } ?? ""
        refuse("there is no command \(word)\(nearest) (adapty-migrate --help lists them)")
    }

    /// The parser lists the values of an option, and does not say which of them is meant.
    private static func refuseMistypedValue() {
        let arguments = CommandLine.arguments
        for (option, word) in zip(arguments, arguments.dropFirst()) {
            let refusal: String? =
                switch option {
                case "--from", "--to": DialectArgument.refusal(of: word, for: option)
                case "--residue": ResidueMode.refusal(of: word)
                default: nil
                }
            if let refusal { refuse(refusal) }
        }
    }

    private static func refuse(_ message: String) {
        Terminal.error(message)
        System.finish(ExitStatus.usage.rawValue)
    }
}

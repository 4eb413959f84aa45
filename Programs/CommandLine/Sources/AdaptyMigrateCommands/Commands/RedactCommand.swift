@_spi(Tools) import AdaptyMigrationTesting
import ArgumentParser

struct RedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract:
            """
            Turns production payloads into fixtures that you can commit: personal data is replaced by realistic \
            stand-ins.
            """,
        discussion: """
            Replaces ids, names, addresses, tokens, attributes, and every text and number in fields that adapty-migrate does not know. \
            Structure, number formats, dates, flags, prices, counts and vocabulary words (such as field and event \
            names) stay. Each fixture therefore has the dialect (data shape) of its original and converts in the same \
            way. This is checked before a fixture is written.

            With the same key, equal texts get equal stand-ins, and different texts different ones, in all files \
            and runs. A record with a residue (data kept by an upgrade) is downgraded, redacted and upgraded again. If \
            a record cannot be redacted, it is not written, and the exit status is 65. The message on standard error \
            may quote the record.

            The key comes from a file or from the environment variable ADAPTY_MIGRATE_KEY, never from the command \
            line. Keep it out of the repository: anyone who has it can find out what a stand-in stands for.

            EXAMPLES:
              openssl rand -hex 32 > ~/.redaction-key
              adapty-migrate redact captures/ -o fixtures/ --key-file ~/.redaction-key
              psql -Atc 'select payload from events limit 100' |
                ADAPTY_MIGRATE_KEY=$(cat ~/.redaction-key) \\
                adapty-migrate redact --format ndjson -o events.ndjson
            """
    )

    @OptionGroup(title: "Input") var input: InputOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            """
            Write the fixtures to this file. Name a folder if the input is a folder or several files. The default is \
            standard output.
            """,
            valueName: "out"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            """
            Read the key from this file: one line of at least 16 bytes. The default is the environment variable \
            ADAPTY_MIGRATE_KEY.
            """,
            valueName: "file"), completion: .file())
    var keyFile: String?

    @Option(
        help: ArgumentHelp(
            """
            Do not replace this text, such as the name of an access level. Use it only for texts that identify nobody. \
            May be repeated.
            """,
            valueName: "word"))
    var keep: [String] = []

    @Flag(help: "Print the vocabulary words, which are never replaced, one per line, and exit.")
    var listWords = false

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if listWords {
                try Output.print(Redactor.keptWords.joined(separator: "\n") + "\n")
                return .success
            }
            return try RedactRun(input, output: output, keyFile: keyFile, keeping: keep).run()
        }
    }
}

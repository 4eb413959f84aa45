import AdaptyMigrationTesting
import ArgumentParser

struct RedactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract:
            "Turns production payloads into fixtures that may be committed: everybody's data replaced by stand-ins of the same looks.",
        discussion: """
            Ids, names, addresses, tokens, attributes, and every text and number outside the mapping are replaced; structure, number \
            and date forms, prices and the words of the vocabulary stay, so that each record is of the same dialect and converts in \
            the same way, which is proven before it is written. Under one key equal texts stay equal and different texts different, \
            in all files of all runs. A record with residue is taken back, redacted and upgraded again. What cannot be redacted is \
            told on standard error, where its message may quote the record, and written nowhere; then the exit status is 65.

            The key comes from a file or from the environment variable ADAPTY_MIGRATE_KEY, never from the command line. Keep it out \
            of the repository: who has it can find out what a stand-in stands for.

            EXAMPLES:
              openssl rand -hex 32 > ~/.adapty-redaction-key
              adapty-migrate redact captures/ -o Payloads/Legacy --key-file ~/.adapty-redaction-key
              psql -Atc 'select payload from events limit 100' |
                ADAPTY_MIGRATE_KEY=$(cat key) adapty-migrate redact --format ndjson -o events.ndjson
            """
    )

    @OptionGroup(title: "Input") var input: InputOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Where the fixtures go: a file, or a folder when the input is a folder or several inputs; without it, standard output.",
            valueName: "out"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The file whose one line is the key, of at least 16 bytes; without it, the environment variable ADAPTY_MIGRATE_KEY.",
            valueName: "file"), completion: .file())
    var keyFile: String?

    @Option(
        help: ArgumentHelp(
            "A text that says nothing of anybody and stays readable, such as the name of an access level; may be given several times.",
            valueName: "word"))
    var keep: [String] = []

    @Flag(help: "Print the words of the vocabulary that always stay, one a line, and read nothing.")
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

import ArgumentParser

/// How a long run says where it is.
struct LogOptions: ParsableArguments {
    @Option(
        name: .customLong("log"),
        help: ArgumentHelp(
            "Write the progress of a long run as text (plain), or as one JSON object per line (json).",
            discussion: """
                On a terminal, progress is one line that is drawn again. Elsewhere, standard error gets a line every \
                ten seconds.
                """,
            valueName: "plain|json"))
    var format: LogFormat = .plain
}

/// The form of the lines of progress where standard error is no terminal.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case plain, json
}

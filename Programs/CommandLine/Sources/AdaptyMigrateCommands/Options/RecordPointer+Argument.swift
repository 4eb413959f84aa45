@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

extension RecordPointer: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension ArgumentHelp {
    static let inside = ArgumentHelp(
        "The records are inside other documents, at this JSON pointer; * stands for every element.",
        discussion: """
            Examples are /payload, '/Records/*/body', and the name of a column of CSV. A record may be a JSON value or \
            a text that holds JSON. All around it stays byte for byte, except a member event_type beside it that \
            repeats its event name. What is no record stays, too, and is counted. downgrade takes the same option.
            """,
        valueName: "pointer")
}

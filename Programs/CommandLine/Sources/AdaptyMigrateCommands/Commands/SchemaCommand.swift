@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema (draft 2020-12) of one kind of record in one dialect.",
        discussion: """
            A dialect is one version of the data's shape, such as sdk1-wire.

            EXAMPLES:
              adapty-migrate schema sdk2 profile > profile.schema.json
              adapty-migrate schema webhook-legacy event
            """
    )

    @Argument(help: "The dialect, or current.")
    var dialect: DialectArgument

    @Argument(help: "The kind of record.")
    var kind: RecordKind

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            let dialect = dialect.dialect(of: kind)
            guard let schema = JSONSchema.document(dialect, kind) else {
                let kinds = RecordKind.converted.filter { $0.dialects.contains(dialect) }.map(\.rawValue)
                throw .usage("\(dialect.rawValue) has no \(kind.rawValue); it has \(kinds.joined(separator: ", "))")
            }
            try Output.print(schema)
            return .success
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools

extension AdaptyMigrationServiceMain {
    /// What `--version` prints.
    static let version =
        "1.0.0 (rules \(MigrationTables.rulesHash.prefix(8)), database version \(Schema.version))"

    /// What `--help` prints.
    static var help: String {
        let width = Setting.all.map(\.name.count).max() ?? 0
        let settings = Setting.all.map { setting in
            "  \(setting.name)\(String(repeating: " ", count: width - setting.name.count))  \(setting.help)"
        }
        return """
            Usage: adapty-migrate-service [--help | --version]

            Accepts Adapty payloads of every generation, and answers each client in its own version.
            Settings are environment variables:

            \(settings.joined(separator: "\n"))
            """
    }
}

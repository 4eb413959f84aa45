import AdaptyMigrationStores
@_spi(Tools) import AdaptyMigrationTools
import CBuildCommit

/// What `--version` prints. A run of `store` is finished with the rules and the format that began it.
enum Version {
    static let number = "1.0.0"

    static var text: String {
        let commit = String(cString: build_commit())
        return """
            \(number)
            commit   \(commit.isEmpty ? "unknown" : commit)
            rules    \(MigrationTables.rulesHash)
            journal  \(TableRun.journalVersion)
            """
    }
}

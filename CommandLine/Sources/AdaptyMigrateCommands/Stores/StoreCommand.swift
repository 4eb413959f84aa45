import ArgumentParser

#if SQLite || PostgreSQL
/// Documents where they are stored.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Upgrades documents in the column of a table: plan, rehearse, apply, verify, roll back.",
        discussion: """
            A store is sqlite:FILE?table=T&column=C[&key=K] or postgres://user@host/database?table=T&column=C[&key=K][&schema=S], in quotes, \
            because the shell reads & itself. The key is the primary key where none is named. A password is best in PGPASSWORD or ~/.pgpass. \
            defaults:FILE.plist?sdk=3.12.0 is a property list of UserDefaults, out of a backup or a simulator, and the version of Adapty's \
            SDK that will read it: plan, apply, verify and rollback; exit status 65 where something was not converted.

            apply writes in transactions, a batch each, and keeps every original in the table adapty_migration_journal beside the data. \
            Stopped by anything, it goes on where it was; rollback gives every original back. Rows that cannot be upgraded stay as they \
            are, and adapty_migration_rejects says why.

            EXAMPLES:
              adapty-migrate store plan     'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store rehearse 'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store apply    'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store verify   'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store rollback 'sqlite:app.sqlite?table=profiles&column=body'
            """,
        subcommands: [StorePlan.self, StoreRehearse.self, StoreApply.self, StoreStatus.self, StoreVerify.self, StoreRollback.self]
    )
}
#else
/// The tool without databases, so that it builds with the Swift toolchain alone.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Upgrades documents in the column of a table (not in this build: it needs --traits SQLite,PostgreSQL)."
    )

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var words: [String] = []

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            throw .usage("this program was built without databases; build it with swift build -c release --package-path CommandLine --traits SQLite,PostgreSQL (Debian: libsqlite3-dev, libpq-dev)")
        }
    }
}
#endif

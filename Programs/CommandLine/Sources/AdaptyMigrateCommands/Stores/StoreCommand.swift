import ArgumentParser

/// The commands for documents in their storage.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract:
            "Upgrades data in place, in a table column or an app's file: plan, rehearse, apply, verify, roll back.",
        discussion: """
            A store is one of these:
              sqlite:FILE?table=T&column=C[&key=K]
              postgres://user@host/database?table=T&column=C[&key=K][&schema=S][&journal=S2]
              sharedprefs:FILE.xml?sdk=3.12.0  AdaptySDKPrefs.xml, copied from Android
              defaults:FILE.plist?sdk=3.12.0   UserDefaults, from a backup or simulator

            Files of JSON, NDJSON or CSV are not stores; adapty-migrate upgrade --in-place upgrades them.

            Quote addresses that contain & or ?, because the shell interprets these characters. Without key, the \
            primary key is used. Put a password in PGPASSWORD or ~/.pgpass. For journal, name the schema of PostgreSQL that the \
            tables of the journal go to; later commands find them. For sdk, name the version of Adapty's SDK \
            that will read the file. Tables need a build with --traits: SQLite or PostgreSQL.

            In a table, apply uses one transaction per batch and keeps every original in the table \
            adapty_migration_journal. If apply is interrupted, run it again to continue. rollback restores every \
            original, and finish removes the originals when you no longer need them. Rows that cannot be upgraded stay \
            as they are, and the reasons are in the table adapty_migration_rejects. status with a database instead of \
            a table lists all runs.

            For a table that old and new programs use at the same time, apply --mode expand adds a second column. \
            follow keeps both columns in step, and apply --mode contract ends this phase. See adapty-migrate help \
            store apply.

            The exit status is 65 if something was not converted, or is not as the upgrade left it. Ctrl-C stops \
            plan, apply, follow, rollback and finish. If work is left, the exit status is 75; run the same command \
            again to continue.

            EXAMPLES:
              adapty-migrate store plan     'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store rehearse 'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store apply    'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store verify   'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store rollback 'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store apply    'sharedprefs:AdaptySDKPrefs.xml?sdk=3.12.0'
            """,
        subcommands: [
            StorePlan.self, StoreRehearse.self, StoreApply.self, StoreFollow.self, StoreStatus.self, StoreVerify.self,
            StoreRollback.self, StoreFinish.self, StoreErase.self,
        ]
    )
}

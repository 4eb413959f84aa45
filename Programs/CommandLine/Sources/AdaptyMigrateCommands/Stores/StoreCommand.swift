import ArgumentParser

/// The commands for documents in their storage.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract:
            "Upgrades data in place, in files or in a table column: plan, rehearse, apply, verify, roll back.",
        discussion: """
            A store is one of these:
              PATH or file:PATH                a folder, or a file of JSON, NDJSON or CSV
              sqlite:FILE?table=T&column=C[&key=K]
              postgres://user@host/database?table=T&column=C[&key=K][&schema=S]
              sharedprefs:FILE.xml?sdk=3.12.0  AdaptySDKPrefs.xml, copied from Android
              defaults:FILE.plist?sdk=3.12.0   UserDefaults, from a backup or simulator

            A CSV file is an export of events. Use file: if the path could be taken for something else. Quote \
            addresses that contain & or ?, because the shell interprets these characters. Without key, the primary key \
            is used. Put a password in PGPASSWORD or ~/.pgpass. For sdk, name the version of Adapty's SDK that will \
            read the file. Some stores need a build with --traits: SQLite, PostgreSQL, AppData (for defaults:), or \
            Gzip (for .gz files).

            In files, apply rewrites each file and keeps the original in a hidden folder whose name ends in \
            .adapty-migration. A file gets all of its new content or none of it. In a CSV export, event names become \
            current, and an added last column, _adapty_migration, keeps the old ones. In tables, apply uses one \
            transaction per batch and keeps every original in the table adapty_migration_journal.

            If apply is interrupted, run it again to continue. rollback restores every original, and finish removes \
            the originals when you no longer need them. Rows and records that cannot be upgraded stay as they are. The \
            reasons are in the table adapty_migration_rejects, or in the folder rejects beside the originals.

            For a table that old and new programs use at the same time, apply --mode expand adds a second column. \
            follow keeps both columns in step, and apply --mode contract ends this phase. See adapty-migrate help \
            store apply.

            The exit status is 65 if something was not converted, or is not as the upgrade left it. Ctrl-C stops \
            plan, apply, follow, rollback and finish. If work is left, the exit status is 75; run the same command \
            again to continue.

            EXAMPLES:
              adapty-migrate store plan     events/
              adapty-migrate store apply    events/
              adapty-migrate store verify   events/
              adapty-migrate store rollback events/
              adapty-migrate store plan     'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store rehearse 'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store apply    'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store verify   'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store rollback 'sqlite:app.sqlite?table=profiles&column=body'
              adapty-migrate store apply    'sharedprefs:AdaptySDKPrefs.xml?sdk=3.12.0'
            """,
        subcommands: [
            StorePlan.self, StoreRehearse.self, StoreApply.self, StoreFollow.self, StoreStatus.self, StoreVerify.self,
            StoreRollback.self, StoreFinish.self,
        ]
    )
}

import ArgumentParser

/// Documents where they are stored.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract:
            "Upgrades data where it is stored, in files or in the column of a table: plan, rehearse, apply, verify, roll back.",
        discussion: """
            A store is a folder, or a file of JSON, NDJSON or a CSV export of events (also .gz, in builds with --traits Gzip); file:PATH says so where a name \
            could be taken for something else. In builds with --traits SQLite,PostgreSQL it is also sqlite:FILE?table=T&column=C[&key=K] or postgres://user@host/database?table=T&column=C[&key=K][&schema=S], in quotes, \
            because the shell reads & itself. The key is the primary key where none is named. A password is best in PGPASSWORD or ~/.pgpass. \
            sharedprefs:FILE.xml?sdk=3.12.0 is AdaptySDKPrefs.xml of Android, as adb gives it, and the version of Adapty's SDK that will read it; in builds with --traits AppData, \
            defaults:FILE.plist?sdk=3.12.0 is a property list of UserDefaults, out of a backup or a simulator. Exit status 65 \
            where something was not converted, or is not as the upgrade left it.

            apply on files writes each anew and keeps the original in .adapty-migration beside the data; a file takes its new content whole or not at all. \
            Of an export, event names become current and a last column _adapty_migration keeps the old ones. On tables it writes in transactions, a batch each, and keeps every original in the table adapty_migration_journal beside the data. \
            Stopped by anything, it goes on where it was; rollback gives every original back, finish removes the originals when they are no longer wanted. Rows that cannot be upgraded stay as they \
            are, and adapty_migration_rejects says why.

            While old and new programs use a table at once, apply --mode expand gives it a second column, follow keeps both in step, and apply --mode contract \
            ends it; see adapty-migrate help store apply.

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

import AdaptyMigrationStores
import ArgumentParser

struct StoreStatus: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Shows the state of an upgrade.")

    @OptionGroup var options: StoreOptions

    func run() throws {
        try Guarded.run { () throws(CommandFailure) in
            if let appData = try options.appData() {
                let version = try CommandFailure.from { () throws(StoreFailure) in try appData.status() }
                try Output.print(version.map { "upgraded for SDK \($0)\n" } ?? "none\n")
                return .success
            }
            let status = try options.run { run throws(StoreFailure) in try run.status() }
            var text =
                "\(status.state): \(Text.count(status.rows, "row")), \(status.changed) upgraded, \(status.unchanged) left as they were, \(status.rejected) rejected"
            if let cursor = status.cursor { text += "; continues after key \(Terminal.printable(cursor))" }
            if let two = status.twoColumns {
                text +=
                    "\n\(Terminal.printable(two.into)) is the new column; \(Text.count(two.waiting, "write")) waiting"
                if two.waiting > 0 { text += ", the oldest for \(Text.duration(two.lag))" }
                if two.conflicts > 0 {
                    text +=
                        "; \(Text.count(two.conflicts, "document")) displaced by a later write (adapty_migration_displaced)"
                }
            }
            if let refusal = status.refusal { text += "\n\(refusal)" }
            if let next = status.next { text += "\n\(next)" }
            try Output.print(text + "\n")
            return .success
        }
    }
}

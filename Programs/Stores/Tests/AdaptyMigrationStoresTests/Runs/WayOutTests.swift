#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// Whatever became of a run, and whatever is tried next: the commands that the messages name end it.
@Suite("Ways out")
struct WayOutTests {
    /// As messages name them. A longer name comes before its beginning.
    enum Command: String, CaseIterable {
        case contractAccepting = "store apply --mode contract --accept-rejects"
        case contract = "store apply --mode contract"
        case expand = "store apply --mode expand"
        case apply = "store apply"
        case follow = "store follow"
        case verify = "store verify"
        case force = "store rollback --force"
        case rollback = "store rollback"
        case end = "store finish --yes"
        case finish = "store finish"

        /// The commands of a message, in its order.
        static func named(in message: String) -> [Command] {
            var found: [Command] = [], rest = message[...]
            while let start = rest.range(of: "store ")?.lowerBound {
                rest = rest[start...]
                if let command = allCases.first(where: { rest.hasPrefix($0.rawValue) }) { found.append(command) }
                rest = rest.dropFirst()
            }
            return found
        }

        /// Runs it.
        ///
        /// - Returns: what it says.
        func run(_ bench: TestTable, rejects: String) throws(StoreFailure) -> String {
            var options = TableRunTests.options(batch: 3)
            options.isForced = self == .force
            options.rejects = rejects
            let run = try bench.address.open(options)
            switch self {
            case .apply: _ = try run.apply()
            case .expand: _ = try run.twoVersions.expand()
            case .follow: _ = try run.twoVersions.follow(every: nil)
            case .contract: _ = try run.twoVersions.contract(.replace, acceptsRejects: false)
            case .contractAccepting: _ = try run.twoVersions.contract(.replace, acceptsRejects: true)
            case .verify: return try run.verify().findings.first.joined(separator: "\n")
            case .rollback, .force: return try run.rollback().next ?? ""
            case .finish, .end:
                let report = try run.finish(isConfirmed: self == .end)
                // What the program says for these.
                guard let findings = report.verification?.findings, !findings.isEmpty else {
                    return report.isDone ? "" : "run store finish --yes"
                }
                return (findings.first + ["run store rollback"]).joined(separator: "\n")
            }
            return ""
        }
    }

    /// What became of a run.
    enum State: String, CaseIterable, CustomTestStringConvertible {
        case none, paused, killed, complete, edited, deleted, swapped, moved, withoutOriginal, ofOtherRules,
            finishKilled
        case goingBack, goingBackKilled, goingBackRefused
        case expanding, expandingKilled, waiting, rejected, emptied, emptiedRefused, expandedOfOtherRules, dropped
        case contracted, contractKilled

        var testDescription: String { rawValue }
    }

    private static let documents: [[UInt8]?] =
        (1...5).map { TableRunTests.profile(2030 + $0) } + [
            TableRunTests.unknown, nil, TableRunTests.current,
        ]

    /// Brings a new table into a state.
    private func make(_ state: State, _ bench: TestTable) throws {
        try bench.insert(WayOutTests.documents)
        let run = try bench.open(TableRunTests.options(batch: 3))
        switch state {
        case .none: return
        case .paused: _ = try bench.open(TableRunTests.options(batch: 3, pauseAfter: 1)).apply()
        case .killed: try kill(bench, "apply", 0.5)
        case .complete, .edited, .deleted, .swapped, .moved, .withoutOriginal, .ofOtherRules, .finishKilled, .goingBack,
            .goingBackKilled, .goingBackRefused:
            _ = try run.apply()
            try disturb(state, bench)
        case .expanding: _ = try bench.open(TableRunTests.options(batch: 3, pauseAfter: 1)).twoVersions.expand()
        case .expandingKilled: try kill(bench, "expand", 0.5)
        case .waiting, .rejected, .emptied, .emptiedRefused, .expandedOfOtherRules, .dropped, .contracted,
            .contractKilled:
            _ = try run.twoVersions.expand()
            try disturb(state, bench)
        }
    }

    private func disturb(_ state: State, _ bench: TestTable) throws {
        let run = try bench.open(TableRunTests.options(batch: 3)), rows = try bench.contents()
        switch state {
        case .edited: try bench.set(2, Array("[1]".utf8))
        case .deleted: try bench.run("DELETE FROM TABLE_NAME WHERE id IN (1, 6)")
        case .swapped:
            try bench.set(1, rows[1].bytes)
            try bench.set(2, rows[0].bytes)
        case .moved: try bench.run("UPDATE TABLE_NAME SET id = 100 WHERE id = 1")
        case .withoutOriginal: try bench.run("DELETE FROM adapty_migration_journal WHERE key = \(bench.literal(1))")
        case .ofOtherRules:
            try bench.run(
                "UPDATE adapty_migration_journal SET original = ?1 WHERE key = \(bench.literal(1))",
                .blob(TableRunTests.event))
            try bench.run("UPDATE adapty_migration_runs SET rules = 'older'")
        case .finishKilled: try kill(bench, "finish", 0.8)
        case .goingBack: _ = try bench.open(TableRunTests.options(batch: 3, pauseAfter: 1)).rollback()
        case .goingBackKilled: try kill(bench, "rollback", 0.6)
        case .goingBackRefused:
            try refuse(bench)
            _ = try run.rollback()
        case .waiting: try bench.set(1, TableRunTests.profile(2050))
        case .emptied, .emptiedRefused:
            try bench.write("body_current", 5, String(decoding: TableRunTests.unknown, as: UTF8.self))
            _ = try run.twoVersions.follow(every: nil)
            if state == .emptiedRefused { try refuse(bench) }
        case .expandedOfOtherRules: try bench.run("UPDATE adapty_migration_runs SET rules = 'older'")
        case .dropped where !bench.backend.isSQLite: try bench.run("ALTER TABLE TABLE_NAME DROP COLUMN body_current")
        case .contracted: _ = try run.twoVersions.contract(.replace, acceptsRejects: true)
        case .contractKilled: try kill(bench, "contract", 0.7)
        default: break
        }
    }

    /// From now on, the database does not change the fifth row.
    private func refuse(_ bench: TestTable) throws {
        let obstacle =
            bench.backend.isSQLite
            ? RefusedWriteTests.sqlite("BEFORE", "SELECT RAISE(ABORT, 'not today')")
            : RefusedWriteTests.trigger("RAISE EXCEPTION 'not today';", "TRIGGER t BEFORE UPDATE")
        for statement in obstacle { try bench.run(statement) }
    }

    /// Kills a command after a part of its statements.
    private func kill(_ bench: TestTable, _ command: String, _ part: Double) throws {
        let twin = try TestTable(bench.backend)
        try twin.insert(WayOutTests.documents)
        let run = try twin.open(TableRunTests.options(batch: 3))
        if command == "contract" { _ = try run.twoVersions.expand() } else if command != "apply" { _ = try run.apply() }
        if command == "expand" { _ = try run.rollback() }
        let points = try #require(try Worker.points(twin.countableAddress, command, until: .max))
        #expect(try Worker.points(bench.countableAddress, command, until: Int(Double(points) * part)) == nil)
    }

    @Test("every state, every command", arguments: [Backend.sqlite, .postgresText], State.allCases)
    func walk(backend: Backend, state: State) throws {
        let place = State.allCases.firstIndex(of: state) ?? 0
        for (number, first) in Command.allCases.enumerated() {
            // A server takes longer.
            guard backend.isSQLite || Worker.isLong || (number + place) % 3 == 0 else { continue }
            let bench = try TestTable(backend),
                rejects = Worker.place.appendingPathComponent(bench.name + ".ndjson").path
            defer { try? FileManager.default.removeItem(atPath: rejects) }
            try make(state, bench)
            var command = first, told: [String] = []
            for _ in 0..<12 {
                var says = ""
                do throws(StoreFailure) {
                    says = try command.run(bench, rejects: rejects)
                } catch {
                    says = error.description
                    #expect(!Command.named(in: says).isEmpty, "\(first) → \(command): \(says)")
                    #expect(error.kind == .refused, "\(first) → \(command): \(error)")
                }
                told.append("\(command.rawValue): \(says)")
                let status = try bench.open(TableRunTests.options(batch: 3)).status()
                if status.state == "none" { break }
                let named = Command.named(in: says) + Command.named(in: status.next ?? "")
                command = try #require(
                    named.first { name in !told.contains { $0.hasPrefix(name.rawValue + ":") } } ?? named.last)
            }
            #expect(try bench.open().status().state == "none", "\(first.rawValue): \(told.joined(separator: "\n"))")
        }
    }
}
#endif

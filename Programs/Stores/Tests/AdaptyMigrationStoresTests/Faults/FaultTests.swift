#if os(Linux) && SQLite
@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// A call of the system that fails, or at which the process is killed.
struct Fault: CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        case killBefore = "kill-before", killAfter = "kill-after", EIO, ENOSPC, short

        var kills: Bool { self == .killBefore || self == .killAfter }
    }

    let kind: Kind
    let point: Int
    /// Whether later calls succeed again.
    var isOnce = false

    var description: String { "\(kind.rawValue) at call \(point)\(isOnce ? ", once" : "")" }

    /// - Parameter folder: where calls count.
    func environment(_ folder: URL) -> [String: String] {
        let settings = [
            "LD_PRELOAD": Worker.beside("libFaultPoints.so").path, "FAULT_FOLDER": folder.path,
            "FAULT_POINT": "\(point)", "FAULT_KIND": kind.rawValue,
        ]
        return isOnce ? settings.merging(["FAULT_ONCE": "1"]) { $1 } : settings
    }
}

/// A store that faults are tried on. A new kind of store needs these few lines and its line in ``FaultTests``.
protocol FaultySubject {
    var folder: URL { get }
    var address: String { get }
    /// What stands there, record by record, or the file.
    func contents() throws -> [[UInt8]]
    func apply() throws
    /// Whether everything is as the upgrade left it.
    func isProven() throws -> Bool
    /// Takes back what was begun; nothing where nothing was.
    func rollback() throws
    /// What stands beside the data while nothing is under way.
    func leftovers() throws -> [String]
}

extension AppDataBench: FaultySubject {
    /// The bytes of XML; of a property list, which is written in another order by each process, the values.
    func contents() throws -> [[UInt8]] {
        if format == .preferences { return [try bytes()] }
        return [
            Array(
                AppDataBench.sorted(
                    try PropertyListSerialization.propertyList(from: Data(bytes()), options: [], format: nil)
                ).utf8)
        ]
    }

    private static func sorted(_ value: Any) -> String {
        guard let members = value as? [String: Any] else {
            return (value as? Data)?.base64EncodedString() ?? "\(value)"
        }
        return "{" + members.sorted { $0.key < $1.key }.map { "\($0.key): \(sorted($0.value))" }.joined(separator: ", ")
            + "}"
    }

    func apply() throws { _ = try open().apply() }
    func isProven() throws -> Bool { try open().verify().isClean }
    func rollback() throws { _ = try open().rollback() }
    func leftovers() throws -> [String] { try names.filter { $0 != url.lastPathComponent } }
}

/// A table in a file, opened anew each time, so that nothing of the test holds it while the worker runs.
final class FaultySQLite: FaultySubject {
    let folder = Worker.place.appendingPathComponent("faults-" + UUID().uuidString)
    private var path: String { folder.appendingPathComponent("data.sqlite").path }
    var address: String { "sqlite:\(path)?table=documents&column=body" }

    init(journal: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path))
        let connection = try SQLiteConnection(path: path)
        _ = try connection.rows("PRAGMA journal_mode = \(journal)")
        _ = try connection.run("CREATE TABLE documents (id INTEGER PRIMARY KEY, body TEXT)", [])
        for document in TableRunTests.documents(5) {
            _ = try connection.run(
                "INSERT INTO documents (body) VALUES (?1)",
                [document.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null])
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func open() throws -> TableRun { try StoreAddress(address).open(TableRunTests.options(batch: 3)) }
    func contents() throws -> [[UInt8]] {
        try SQLiteConnection(path: path).rows("SELECT body FROM documents ORDER BY id").map { $0[0].bytes ?? [] }
    }
    func apply() throws { #expect(try open().apply().isComplete) }
    func isProven() throws -> Bool { try open().verify().holds }

    func rollback() throws {
        let run = try open()
        if try run.status().state != "none" { #expect(try run.rollback().isComplete) }
    }

    /// Journals are SQLite's own business, and an empty lock file is taken away by the next run.
    func leftovers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("data.sqlite") }
    }
}

/// Whichever call of the system fails, or is the last: the store is all old or can be gone on with, and the program
/// says so instead of crashing.
@Suite("Faults")
struct FaultTests {
    /// What faults are tried on, and how far apart the points are. No step is a multiple of three: every third call
    /// fails only once.
    enum Store: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sqlite, sqliteWAL, binaryPlist, xmlPlist, preferences

        var testDescription: String { rawValue }

        func make() throws -> any FaultySubject {
            switch self {
            case .sqlite: try FaultySQLite(journal: "DELETE")
            case .sqliteWAL: try FaultySQLite(journal: "WAL")
            case .binaryPlist: try AppDataBench(.binaryPlist)
            case .xmlPlist: try AppDataBench(.xmlPlist)
            case .preferences: try AppDataBench(.preferences)
            }
        }

        func step(_ kind: Fault.Kind) -> Int {
            switch self {
            case .sqlite, .sqliteWAL: Worker.step(kind.kills ? 11 : 25)
            case .xmlPlist, .binaryPlist: Worker.step(5)
            case .preferences: Worker.step(2)
            }
        }
    }

    /// Runs the worker with a fault at one call after the other, until there are no more calls.
    private func faults(
        _ store: Store, _ kind: Fault.Kind, _ subject: any FaultySubject, _ command: String,
        _ body: (Fault, Worker.End) throws -> Void, before: () throws -> Void = {}
    ) throws {
        let count = subject.folder.appendingPathExtension("count")
        defer { try? FileManager.default.removeItem(at: count) }
        var point = 1, tried = 0
        while true {
            try before()
            let fault = Fault(kind: kind, point: point, isOnce: point % 3 == 0)
            let environment = fault.environment(subject.folder).merging(["FAULT_COUNT": count.path]) { $1 }
            let end = try Worker(address: subject.address, command: command, environment: environment).run()
            // A killed process tells nothing.
            let isReached = try end == .killed || #require(Int(try String(contentsOf: count, encoding: .utf8))) >= point
            try body(fault, end)
            guard isReached else { break }
            point += store.step(kind)
            tried += 1
        }
        #expect(tried > 1)
    }

    @Test("at every call of an upgrade", arguments: Store.allCases, Fault.Kind.allCases)
    func apply(store: Store, kind: Fault.Kind) throws {
        let subject = try store.make(), before = try subject.contents()
        try subject.apply()
        let after = try subject.contents()
        try subject.rollback()
        #expect(try subject.contents() == before && before != after)
        try faults(store, kind, subject, "apply") { fault, end in
            expectClear(end, fault)
            try expectOldOrNew(subject, before, after, fault)
            if fault.point / store.step(kind) % 2 == 0 {
                try subject.apply()
                #expect(try subject.contents() == after, "\(fault)")
                #expect(try subject.isProven(), "\(fault)")
                try subject.apply()
                #expect(try subject.contents() == after, "\(fault): a second run changes nothing")
            }
            try subject.rollback()
            #expect(try subject.contents() == before, "\(fault)")
            #expect(try subject.leftovers().isEmpty, "\(fault)")
        }
    }

    @Test("at every call of a rollback", arguments: Store.allCases, Fault.Kind.allCases)
    func rollback(store: Store, kind: Fault.Kind) throws {
        let subject = try store.make(), before = try subject.contents()
        try subject.apply()
        let after = try subject.contents()
        try faults(store, kind, subject, "rollback") { fault, end in
            expectClear(end, fault)
            try expectOldOrNew(subject, before, after, fault)
            try subject.rollback()
            #expect(try subject.contents() == before, "\(fault)")
            #expect(try subject.leftovers().isEmpty, "\(fault)")
        } before: {
            try subject.apply()
        }
    }

    /// Only a kill ends the process; a failed call is told with what to do, unless the run can do without it.
    private func expectClear(_ end: Worker.End, _ fault: Fault) {
        switch end {
        case .killed: #expect(fault.kind.kills, "\(fault)")
        case .failed(let text): #expect(!fault.kind.kills && text.contains("; "), "\(fault): \(text)")
        case .done: break
        }
    }

    private func expectOldOrNew(_ subject: any FaultySubject, _ before: [[UInt8]], _ after: [[UInt8]], _ fault: Fault)
        throws
    {
        for (row, value) in try subject.contents().enumerated() {
            #expect(value == before[row] || value == after[row], "\(fault), row \(row)")
        }
    }
}
#endif

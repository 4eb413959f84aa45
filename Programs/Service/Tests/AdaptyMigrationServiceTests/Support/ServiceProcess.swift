import Foundation
import Synchronization
import Testing

@testable import AdaptyMigrationService

/// The program itself, as somebody starts it.
final class ServiceProcess: Sendable {
    private let process: Process
    private let lines = Lines()
    let port: Int

    private final class Lines: Sendable {
        private let text = Mutex("")

        var all: String { text.withLock { $0 } }
        func add(_ part: String) { text.withLock { $0 += part } }
    }

    struct NotStarted: Error, CustomStringConvertible {
        let description: String
        let status: Int32
    }

    /// - Parameters:
    ///   - folder: where it works.
    ///   - environment: what it is told besides its secrets; `nil` takes something away.
    init(in folder: URL, _ environment: [String: String?] = [:]) async throws {
        let process = Process(), errors = Pipe(), started = ContinuousClock.now
        process.executableURL = ServiceProcess.beside("adapty-migrate-service")
        process.currentDirectoryURL = folder
        let standard: [String: String?] = [
            "WEBHOOK_SECRET": TestService.secret, "ADMIN_SECRET": TestService.adminSecret, "PORT": "0",
            "ALLOW_INTERNAL_SUBSCRIBERS": "true", "DELIVERY_FIRST_WAIT": "50",
        ]
        process.environment = standard.merging(environment) { $1 }.compactMapValues { $0 }
        process.standardError = errors
        self.process = process
        try process.run()
        var found: Int?, text = ""
        // Its second line says the port; it is read to the end so that the pipe never fills up.
        while found == nil, ContinuousClock.now - started < .seconds(30) {
            let part = errors.fileHandleForReading.availableData
            if part.isEmpty { break }
            text += String(decoding: part, as: UTF8.self)
            found = text.firstMatch(of: /"message":"listening","port":"(\d+)"/).flatMap { Int($0.1) }
        }
        guard let found else {
            process.waitUntilExit()
            throw NotStarted(description: text, status: process.terminationStatus)
        }
        port = found
        lines.add(text)
        errors.fileHandleForReading.readabilityHandler = { [lines] handle in
            let part = handle.availableData
            if part.isEmpty {
                handle.readabilityHandler = nil
            } else {
                lines.add(String(decoding: part, as: UTF8.self))
            }
        }
    }

    /// What it has logged so far.
    var log: String { lines.all }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Kilobytes of memory that it holds.
    var memory: Int {
        get throws {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            return try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) })
        }
    }

    func kill() { Foundation.kill(process.processIdentifier, SIGKILL); process.waitUntilExit() }

    /// Asks it to stop, and waits.
    ///
    /// - Returns: its exit status.
    @discardableResult
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func beside(_ name: String) -> URL {
        let bundles = Bundle.allBundles.compactMap(\.executableURL).map {
            $0.deletingLastPathComponent().appendingPathComponent(name)
        }
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name)
        return bundles.first { FileManager.default.fileExists(atPath: $0.path) } ?? program
    }

    /// A folder that goes with the test.
    static func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("service-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

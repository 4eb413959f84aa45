import AdaptyMigrationSQL
import Foundation
import Testing

@testable import AdaptyMigrationService

/// The databases the same tests run on.
enum Backend: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite
    #if PostgreSQL
    case postgres
    #endif

    var testDescription: String { rawValue }

    /// Runs a test on a database of its own, which goes with it.
    func withDatabase<Result>(_ body: (DatabaseAddress) async throws -> Result) async throws -> Result {
        let name = "test_" + UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
        switch self {
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            return try await body(.sqlite(path: folder.appendingPathComponent("service.sqlite").path))
        #if PostgreSQL
        case .postgres:
            guard let server = ProcessInfo.processInfo.environment["TEST_DATABASE_URL"] else { throw NoServer() }
            _ = try PostgresConnection(server).run("CREATE SCHEMA \(name)", [])
            defer { _ = try? PostgresConnection(server).run("DROP SCHEMA \(name) CASCADE", []) }
            return try await body(.postgres(server + "?options=-csearch_path%3D\(name)"))
        #endif
        }
    }

    struct NoServer: Error, CustomStringConvertible {
        var description: String {
            "these tests need PostgreSQL: run them with Tests/with-postgres (make test SUITES=service)"
        }
    }
}

extension DatabaseAddress {
    /// As the program is told it.
    var environment: [String: String?] {
        switch self {
        case .sqlite(let path): ["DATABASE_URL": "sqlite:" + path]
        case .postgres(let address): ["DATABASE_URL": address]
        }
    }
}

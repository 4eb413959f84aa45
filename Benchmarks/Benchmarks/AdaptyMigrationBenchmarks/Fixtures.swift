@_spi(Tools) import AdaptyMigrationTools
import Foundation
@_spi(Tools) import Workload

/// The golden files of the repository.
struct Fixtures {
    /// `sdk1-wire profile`
    let name: String
    let kind: RecordKind
    let documents: [[UInt8]]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    /// One per dialect and kind: the legacy documents whose recorded upgrade is still what the product gives.
    static func all() throws -> [Fixtures] {
        let manager = FileManager.default
        let legacy = root.appending(path: "LegacyFixtures"), current = root.appending(path: "CurrentFixtures")
        return try Dialect.allCases.flatMap { dialect in
            try RecordKind.allCases.compactMap { kind -> Fixtures? in
                let folder = "\(dialect.rawValue)/\(kind.rawValue)"
                guard let names = try? manager.contentsOfDirectory(atPath: legacy.appending(path: folder).path) else {
                    return nil
                }
                var documents: [[UInt8]] = []
                for name in names.sorted()
                where manager.fileExists(atPath: current.appending(path: "\(folder)/\(name)").path) {
                    let document = try Array(Data(contentsOf: legacy.appending(path: "\(folder)/\(name)")))
                    let recorded = try Array(Data(contentsOf: current.appending(path: "\(folder)/\(name)")))
                    // Lists of records are converted one by one, and a few documents only with an option.
                    guard let upgraded = try? Migrator().upgrade(document, from: dialect).documentWithoutResidue else {
                        continue
                    }
                    guard upgraded == recorded else { throw Stale(path: "\(folder)/\(name)") }
                    // What is only this dialect's by --from is left out: dialects are recognised here.
                    if (try? Migrator().detect(document).dialect) == dialect { documents.append(document) }
                }
                return documents.isEmpty
                    ? nil : Fixtures(name: "\(dialect.rawValue) \(kind.rawValue)", kind: kind, documents: documents)
            }
        }
    }

    /// The documents the operation takes; a wrong answer is an error, a refusal is not.
    func documents(for operation: Workload.Operation) throws -> [[UInt8]] {
        try documents.filter { document in
            do {
                _ = try Workload(operation, Records([document]))
                return true
            } catch is MigrationError {
                return false
            }
        }
    }

    struct Stale: Error {
        let path: String
    }
}

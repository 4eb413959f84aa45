@_spi(Tools) import AdaptyMigrationTools
import Foundation

@testable import AdaptyMigrationStores

#if SQLite && PostgreSQL
/// The file to which a rollback appends the documents that it keeps in no row.
struct LostDocuments {
    let file: URL

    init(_ bench: TestTable) { file = Worker.place.appendingPathComponent(bench.name + ".rejects.ndjson") }

    func options(isForced: Bool = true) -> RunOptions {
        var options = TableRunTests.options()
        options.isForced = isForced
        options.rejects = file.path
        return options
    }

    /// The documents in it.
    func records() throws -> [String?] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try RawJSON(decoding: Array($0.utf8))["record"]?.string
        }
    }

    func remove() { try? FileManager.default.removeItem(at: file) }
}
#endif

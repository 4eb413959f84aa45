@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

/// One legacy document on disk: `LegacyFixtures/<dialect>/<kind>/<evidence>.json`.
struct Fixture: Sendable, CustomTestStringConvertible {
    /// `<dialect>/<kind>/<evidence>`, which is also its line in `PROVENANCE.md`.
    let path: String
    let dialect: Dialect
    let kind: RecordKind

    /// `nil` when the folders are not a dialect and one of its kinds.
    init?(path: String) {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let dialect = Dialect(rawValue: String(parts[0])),
            let kind = RecordKind(rawValue: String(parts[1])), kind.dialects.contains(dialect)
        else { return nil }
        self.path = path
        self.dialect = dialect
        self.kind = kind
    }

    var testDescription: String { path }

    var legacyFile: URL { FixtureTree.legacy.file(path) }

    func legacy() throws -> [UInt8] { Array(try Data(contentsOf: legacyFile)) }

    static let everything: [Fixture] = FixtureTree.legacy.paths.compactMap { Fixture(path: $0) }
    /// The fixtures whose expected upgrade is recorded.
    static let all: [Fixture] = everything.filter { !Pending.upgrades.contains($0.path) }
    /// The fixtures whose upgrade to `sdk3` is recorded too: the default upgrade leaves most of these as they are.
    static let toSDK3: [Fixture] = everything.filter {
        ($0.dialect == .sdk2 || $0.dialect == .sdk3) && !Pending.upgradesToSDK3.contains($0.path)
    }
}

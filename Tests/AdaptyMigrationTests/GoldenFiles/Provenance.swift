import Foundation

/// One line of `LegacyFixtures/PROVENANCE.md`.
struct Provenance: Sendable {
    let path: String
    let origin: String
    let proves: String

    static let file = "PROVENANCE.md"

    static func lines() throws -> [Provenance] {
        let text = String(
            decoding: try Data(contentsOf: FixtureTree.legacy.root.appendingPathComponent(file)), as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3, cells[0].contains("/") else { return nil }
            return Provenance(path: cells[0], origin: cells[1], proves: cells[2])
        }
    }
}

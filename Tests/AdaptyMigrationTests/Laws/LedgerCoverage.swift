@testable import AdaptyMigrationCore

/// Whether every member of a document is at its place in the output, or in the ledger.
struct LedgerCoverage {
    private let source: JSONIndex, target: JSONIndex
    private let told: Set<String>

    /// - Parameter migration: made with `keepsLedger`.
    init(_ document: [UInt8], _ migration: Migration) throws {
        source = try JSONScanner.index(document)
        target = try JSONScanner.index(migration.documentWithoutResidue)
        told = Set(migration.ledger.entries.map(\.path))
    }

    /// The pointers to members of which the ledger says nothing, and which the output does not have.
    var silent: [String] {
        var silent: [String] = []
        visit(0, "", at: 0, &silent)
        return silent
    }

    /// - Parameter place: the node at the same pointer in the output; `nil` when there is none.
    private func visit(_ node: Int, _ path: String, at place: Int?, _ silent: inout [String]) {
        if !path.isEmpty, told.contains(path) { return }
        if let place, target.raw(place) == source.raw(node) { return }
        let children = source.children(node), same = place.map { target.children($0) } ?? []
        if children.isEmpty { silent.append(path) }
        for (step, value) in children {
            let inner = same.last { $0.step == step }?.value
            visit(value, path + "/" + JSONText.pointer(step), at: inner, &silent)
        }
    }
}

/// What a ``Converter`` notes down while it writes: which node it read, and where in the target it is writing.
///
/// Targets are noted as paths, since what surrounds them is not written yet; whoever reads it finds them in the finished
/// document.
package struct LineageTrace: Sendable {
    package struct Link: Sendable {
        package var action: Ledger.Action
        package var sources: [Int]
        package var targets: [String]
        package var row: Row?
        /// The row's table.
        package var table: TableID?
        package var note: String
    }

    /// Where the value at hand is written.
    private var path: [String] = []
    package private(set) var links: [Link] = []
    private(set) var told: Set<Int> = []
    /// The table of the record at hand.
    var table: TableID?

    mutating func enter(_ names: [String]) { path += names }
    mutating func leave(_ names: [String]) { path.removeLast(names.count) }

    /// The JSON pointer to a place below the value at hand.
    private func pointer(_ names: [String]) -> String { (path + names).map { "/" + JSONText.pointer($0) }.joined() }

    /// Of one node, to one place below the value at hand; without one the value itself.
    mutating func link(
        _ action: Ledger.Action, _ node: Int, to target: [String] = [], _ row: Row? = nil, _ note: String = ""
    ) { link(action, [node], [target], row, note) }

    /// The first word about a node counts.
    ///
    /// - Parameters:
    ///   - targets: below the value at hand; `[[]]` for the value itself.
    mutating func link(
        _ action: Ledger.Action, _ nodes: [Int], _ targets: [[String]], _ row: Row? = nil, _ note: String = ""
    ) {
        let sources = nodes.filter { told.insert($0).inserted }
        guard nodes.isEmpty || !sources.isEmpty else { return }
        links.append(
            Link(
                action: action, sources: sources, targets: targets.map(pointer), row: row, table: table, note: note))
    }
}

/// One step of a conversion whose lineage somebody asked for: between two whole documents.
package enum TracedStep: Sendable {
    /// The document stays as it is, for this reason.
    case same(JSONIndex, Ledger.Action)
    /// The second document was written from the first.
    case forward(JSONIndex, JSONIndex, LineageTrace)
    /// The first document was restored; the second is what it becomes again on the same way up.
    case back(JSONIndex, JSONIndex, LineageTrace)
}

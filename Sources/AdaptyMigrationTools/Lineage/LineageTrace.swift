import AdaptyMigrationCore

/// The notes of a conversion while it writes: the node that it read, and the place in the target that it writes.
///
/// Targets are recorded as paths, because their surroundings are not written yet. ``LineageStep`` finds them in the
/// finished document.
///
/// Only one conversion writes a trace, and nobody after it has finished, so the trace can be passed to another thread.
final class LineageTrace: ConversionObserver, @unchecked Sendable {
    struct Link: Sendable {
        var action: Ledger.Action
        var sources: [Int]
        var targets: [String]
        var row: Row?
        /// The row's table.
        var table: TableID?
        var note: String
    }

    /// The path of the current value in the target.
    private var path: [String] = []
    private(set) var links: [Link] = []
    private(set) var told: Set<Int> = []
    /// The table of the current record.
    var table: TableID?

    func enter(_ names: [String]) { path += names }
    func leave(_ names: [String]) { path.removeLast(names.count) }

    /// The JSON pointer to a place below the current value.
    private func pointer(_ names: [String]) -> String { (path + names).map { "/" + JSONText.pointer($0) }.joined() }

    /// Only the first note about a node is kept.
    ///
    /// - Parameters:
    ///   - targets: paths below the current value; `[[]]` for the value itself.
    func link(
        _ action: Ledger.Action, _ nodes: [Int], _ targets: [[String]], _ row: Row?, _ note: String
    ) {
        let sources = nodes.filter { told.insert($0).inserted }
        guard nodes.isEmpty || !sources.isEmpty else { return }
        links.append(
            Link(
                action: action, sources: sources, targets: targets.map(pointer), row: row, table: table, note: note))
    }

    func holder(_ node: Int, _ name: String, strangers: [(value: Int, name: String)]) {
        link(.wrapped, [node], [[name]], nil, "contains fields")
        for stranger in strangers {
            link(.unknown, [stranger.value], [[name, stranger.name]], nil, "not in the table; kept verbatim")
        }
    }

    func envelope(around record: Int, in place: Int, isPromo: Bool, _ index: JSONIndex) {
        guard record != 0 else { return }
        let parents = index.parents()
        table = .promo
        for node in index.frames(of: [place]) {
            link(.wrapped, [node], [index.path(node)], nil, "contains the record")
        }
        for node in index.left(by: told.union([record]))
        where !index.range(record).contains(index.range(node).lowerBound) {
            if !index.range(place).contains(index.range(node).lowerBound) {
                link(.copied, [node], [index.path(node)], nil, "")
                continue
            }
            let row =
                isPromo && parents[node] == parents[record]
                ? Table[.promo].rows.first { $0.isSpelled(index.path(node).last ?? "") } : nil
            link(
                .stashed, [node], [], row, row == nil ? "beside the record in its envelope" : "a promo has no successor"
            )
        }
    }

    func list(in index: JSONIndex) {
        for node in index.frames(of: told) { link(.wrapped, [node], [index.path(node)], nil, "contains the entries") }
        for node in index.left(by: told) { link(.copied, [node], [index.path(node)], nil, "") }
    }

    func whole(_ action: Ledger.Action, _ note: String, in index: JSONIndex) {
        for (step, node) in index.children(0) { link(action, [node], [[step]], nil, note) }
    }
}

// What a trace says of members that no row moves: holders, envelopes, the frame of a list.
extension Converter {
    /// An object of the source that holds fields (`placement`). They speak for themselves; what else is in it stays in
    /// it where the target has it too.
    mutating func traceHolder(_ node: Int, _ holder: TablePlan.Holder) {
        guard trace != nil else { return }
        trace?.link(.wrapped, [node], [[holder.name]], nil, "holds fields")
        for member in index.members(node) where index.lookup(member.name, in: holder.keys) == nil {
            trace?.link(
                .unknown, [member.value], [[holder.name, index.name(member.name)]], nil,
                "not in the table; kept verbatim")
        }
    }

    /// What the envelopes around a record say beside it; asked for after the record, which may use their id.
    mutating func traceEnvelope(around record: Int, isPromo: Bool) {
        guard let told = trace?.told, record != 0 else { return }
        let parents = index.parents()
        trace?.table = .promo
        for node in index.left(by: told.union([record]))
        where !index.range(record).contains(index.range(node).lowerBound) {
            let row =
                isPromo && parents[node] == parents[record]
                ? Table[.promo].rows.first { $0.isSpelled(index.path(node).last ?? "") } : nil
            trace?.link(
                .stashed, [node], [], row, row == nil ? "beside the record in its envelope" : "a promo has no successor"
            )
        }
    }

    /// What a list document has around its entries stays where it is.
    mutating func traceList() {
        guard let told = trace?.told else { return }
        for node in index.frames(of: told) {
            trace?.link(.wrapped, [node], [index.path(node)], nil, "holds the entries")
        }
        for node in index.left(by: told) { trace?.link(.copied, [node], [index.path(node)]) }
    }

    /// A document that stays as it is.
    mutating func traceWhole(_ action: Ledger.Action, _ note: String) {
        guard trace != nil else { return }
        for (step, node) in index.children(0) { trace?.link(action, [node], [[step]], nil, note) }
    }
}

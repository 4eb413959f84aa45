@_spi(Tools) import AdaptyMigrationTools

/// The meaning of an event, determined by code that shares nothing with the alias table.
final class EventJudge {
    private var known: [String: String] = [:]

    /// The event's current name and its effect on access. Custom names are their own meaning.
    func meaning(_ name: String) -> String {
        if let meaning = known[name] { return meaning }
        var totals = AccessTotals(instants: [])
        try? totals.add(Array(#"{"event_type":"#.utf8) + RawJSON(string: name).bytes + [0x7D])
        let meaning = totals.lines.map(\.name).joined(separator: ", ")
        // Names may be arbitrary, so only a limited number is kept in memory.
        if known.count < 1000 { known[name] = meaning }
        return meaning
    }
}

/// Documents with several records.
extension RecordConversion {
    /// Converts the records of a list where they stand. What is around them stays.
    mutating func entries(_ node: Int, _ list: inout ListEntries) throws(MigrationError) {
        if let entry = list.take(node) { return try self.entry(entry) }
        guard list.isInside(node) else { return }
        let isObject = tape.kind(node) == .object
        for child in isObject ? tape.names(node) : tape.elements(node) {
            try entries(isObject ? child + 1 : child, &list)
        }
    }

    private mutating func entry(_ entry: ListEntries.Entry) throws(MigrationError) {
        guard let rules = entry.rules else {
            if to == .sdk3 { return }
            let kind = entry.kind?.rawValue ?? "", dialect = to.dialect.rawValue
            return note(.noSuccessor, entry.node, "\(dialect) has no \(kind): it stays as it is")
        }
        let path = notes?.trace == nil ? [] : tape.index.path(entry.node), before = edits
        notes?.trace?.enter(path)
        try object(entry.node, rules)
        link(edits > before ? .recoded : .copied, [entry.node], [[]])
        notes?.trace?.leave(path)
    }
}

/// Documents with several records.
extension RecordConversion {
    /// Converts the records of a list where they stand. What is around them stays.
    mutating func entries(_ node: Int, _ list: inout ListEntries) throws(MigrationError) {
        if let entry = list.take(node) { return try self.entry(entry) }
        let isObject = tape.kind(node) == .object, isByPlacement = to == .sdk3 && isObject && list.isData(node)
        guard isByPlacement || list.isInside(node) || to == .sdk3 && list.isAround(node) else { return }
        for child in isObject ? tape.names(node) : tape.elements(node) {
            let value = isObject ? child + 1 : child
            if isByPlacement, tape.kind(value) == .string {
                try encodedPlacement(child)
            } else {
                try entries(value, &list)
            }
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

    /// A placement given as a text with JSON in it (fallback files of SDK 2.11 and later): entered, converted, encoded
    /// again.
    private mutating func encodedPlacement(_ name: Int) throws(MigrationError) {
        guard let text = tape.stringValue(name + 1), let index = try? options.index(Array(text.utf8)) else { return }
        let elements =
            index.kind(0) == .array ? index.elements(0) : index.member(0, "data").map(index.elements) ?? []
        var parts: [(Range<Int>, [UInt8])] = []
        for element in elements {
            guard let node = Envelope.entry(index, element, .paywall), KindMarks(index, node).kind?.isConverted ?? true
            else { continue }
            var quiet = options
            quiet.observer = nil
            let made = try Converted.record(index, node, .paywall, from: from, to: to, quiet)
            counts.add(made.counts)
            if let text = made.text { parts.append((index.range(node), text)) }
        }
        guard let converted = index.replacing(parts, in: 0..<index.bytes.count) else { return }
        let tape = tape
        say(
            .recoded, name + 1, at: [["data", tape.string(name)]], nil,
            "the paywalls in the text, converted and encoded again")
        replace(name + 1, JSONText.encode(converted[...]))
    }
}

@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyMigrationTesting

/// Describes the conversion of one record for people.
enum DryRun {
    static func report(_ record: Record, _ migration: Migration, _ mode: ResidueMode) -> [UInt8] {
        let label = record.label
        var lines: [String] = []
        let head = "\(label)  \(migration.way)"
        if migration.documentWithoutResidue == record.bytes {
            lines += fitting("= \(head)  unchanged", .bold)
        } else {
            lines += fitting("--- \(label)  \(migration.source?.rawValue ?? "") \(migration.kind.rawValue)", .bold)
            lines += fitting("+++ \(label)  \(migration.target.rawValue)", .bold)
            let diff = DocumentDiff.unified(record.bytes, migration.documentWithoutResidue)
            if diff.isEmpty { lines.append("  (only white space differs)") }
            lines += diff.flatMap { fitting($0, colour($0)) }
        }
        lines += LedgerTable.lines(migration.ledger.entries.filter { $0.action != .copied && $0.action != .unknown })
        let kept = [(Ledger.Action.copied, "copied"), (.unknown, "unknown, passed through")].compactMap {
            action, text in
            migration.ledger.counts[action].map { "\($0) \(text)" }
        }
        if !kept.isEmpty { lines.append("  \(kept.joined(separator: ", "))") }
        if let residue = migration.residue {
            lines.append("  residue: \(Text.bytes(residue.json.count)), \(place(mode))")
        }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8)
    }

    private static func place(_ mode: ResidueMode) -> String {
        switch mode {
        case .embed: "embedded as \(Residue.memberName)"
        case .beside(let path): "in the sidecar \(path)"
        case .discard: "discarded"
        }
    }

    private static func colour(_ line: String) -> Terminal.Colour? {
        line.hasPrefix("-") ? .red : line.hasPrefix("+") ? .green : line.hasPrefix("@@") ? .cyan : nil
    }

    /// Splits a line of the diff for a terminal. Later parts begin with the same mark.
    private static func fitting(_ line: String, _ colour: Terminal.Colour?) -> [String] {
        let text = Terminal.printable(line), parts = Text.wrapped(text, Terminal.outputColumns.map { $0 - 6 } ?? .max)
        let mark = text.hasPrefix("-") ? "-" : text.hasPrefix("+") ? "+" : " "
        return parts.enumerated().map { paint($0.offset == 0 ? $0.element : "\(mark)    \($0.element)", colour) }
    }

    private static func paint(_ text: String, _ colour: Terminal.Colour?) -> String {
        colour.map { Terminal.paint(text, $0, Terminal.outputHasColours) } ?? text
    }
}

extension Migration {
    /// The kind of record, and from where to where it went.
    var way: String {
        guard let source else { return "unknown" }
        return "\(kind.rawValue)  \(source.rawValue) → \(target.rawValue)"
    }
}

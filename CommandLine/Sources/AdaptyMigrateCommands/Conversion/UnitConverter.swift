import AdaptyMigration

/// Converts units. It keeps no state: the same unit gives the same bytes, whatever came before and on whatever thread.
struct UnitConverter: Sendable {
    let direction: Direction
    let migrator: Migrator
    let from: Dialect?
    let to: DialectArgument?
    let embedsResidue: Bool
    let keepsRejected: Bool

    /// - Parameter residues: the residue of each record, where it is kept beside them.
    func convert(_ unit: Unit, _ elements: [Range<Int>]?, residues: [Residue?] = []) -> UnitResult {
        let positions = RecordPosition.all(elements, in: unit)
        var records: [RecordResult] = [], texts: [[UInt8]?] = []
        for (number, position) in positions.enumerated() {
            let bytes = elements.map { Array(unit.content[$0[number]]) } ?? unit.content
            let outcome = convert(bytes, number < residues.count ? residues[number] : nil)
            let text: [UInt8]? = switch outcome {
            case .converted(let migration): embedsResidue ? migration.embedded : migration.document
            case .rejected: keepsRejected ? bytes : nil
            }
            texts.append(text)
            records.append(RecordResult(position: position, original: bytes, outcome: outcome, isWritten: text != nil))
        }
        let output = if let elements { UnitConverter.join(texts, elements, in: unit.content) } else { texts[0] }
        guard unit.isLine, let output else { return UnitResult(output: output, records: records) }
        return UnitResult(output: UnitConverter.onOneLine(output, unit.content), records: records)
    }

    private func convert(_ record: [UInt8], _ residue: Residue?) -> RecordResult.Outcome {
        do throws(MigrationError) {
            switch direction {
            case .upgrade:
                if case .named(let target)? = to { return .converted(try migrator.upgrade(record, from: from, to: target, residue: residue)) }
                return .converted(try migrator.upgrade(record, from: from, residue: residue))
            case .downgrade:
                let target: Dialect? = switch to {
                case nil: nil
                case .named(let dialect)?: dialect
                case .current?: DialectArgument.current.dialect(of: try migrator.detect(record, from: from).kind)
                }
                return .converted(try migrator.downgrade(record, from: from, to: target, residue: residue))
            }
        } catch {
            return .rejected(error)
        }
    }

    /// The array with the elements that are left. A missing one takes the white space and the comma before it along; the
    /// first that is left keeps the white space after the bracket.
    private static func join(_ texts: [[UInt8]?], _ elements: [Range<Int>], in content: [UInt8]) -> [UInt8]? {
        guard let first = elements.first, let last = elements.last else { return content }
        guard texts.contains(where: { $0 != nil }) else { return nil }
        var out: [UInt8] = []
        out.reserveCapacity(content.count)
        var isFirst = true
        for (number, text) in texts.enumerated() {
            guard let text else { continue }
            if isFirst {
                out += content[..<first.lowerBound]
                isFirst = false
            } else {
                out += content[elements[number - 1].upperBound..<elements[number].lowerBound]
            }
            out += text
        }
        return out + content[last.upperBound...]
    }

    /// A residue may bring back line breaks between members (the record came from a pretty-printed file and was joined to
    /// one line since). A record of NDJSON cannot hold them, and JSON strings never do, so a space means the same.
    private static func onOneLine(_ text: [UInt8], _ original: [UInt8]) -> [UInt8] {
        guard text.contains(0x0A) || (text.contains(0x0D) && !original.contains(0x0D)) else { return text }
        return text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    }
}

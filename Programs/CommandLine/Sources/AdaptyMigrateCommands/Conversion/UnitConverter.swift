@_spi(Tools) import AdaptyMigrationTools

/// Converts units. It has no state: the same unit always gives the same bytes, on any thread.
struct UnitConverter: Sendable {
    let direction: Direction
    let migrator: Migrator
    let from: Dialect?
    let to: DialectArgument?
    let embedsResidue: Bool
    let keepsRejected: Bool
    /// Whether rejects are written to the output, see `--in-step`.
    var isInStep = false

    /// A transcoder that gives the same bytes. It does not support a target that depends on each record's kind.
    var transcoder: Transcoder {
        let target: Dialect? = if case .named(let dialect)? = to { dialect } else { nil }
        return Transcoder(
            direction == .upgrade ? .upgrade : .downgrade, options: migrator.options, from: from, to: target,
            embedsResidue: embedsResidue)
    }

    /// - Parameter residues: the residue of each record, if residues are kept beside the records.
    func convert(_ unit: Unit, _ elements: [Range<Int>]?, residues: [Residue?] = []) -> UnitResult {
        let positions = unit.positions(elements)
        var records: [RecordResult] = [], texts: [[UInt8]?] = []
        for (number, position) in positions.enumerated() {
            let bytes = elements.map { Array(unit.content[$0[number]]) } ?? unit.content
            let outcome = convert(bytes, number < residues.count ? residues[number] : nil)
            let text: [UInt8]? =
                switch outcome {
                case .converted(let migration): embedsResidue ? migration.document : migration.documentWithoutResidue
                case .rejected: keepsRejected ? bytes : nil
                }
            texts.append(text)
            records.append(RecordResult(position: position, original: bytes, outcome: outcome, isWritten: text != nil))
        }
        let output = if let elements { UnitConverter.join(texts, elements, in: unit.content) } else { texts[0] }
        guard unit.isLine, !isInStep, let output else { return UnitResult(output: output, records: records) }
        return UnitResult(output: UnitConverter.onOneLine(output, unit.content), records: records)
    }

    private func convert(_ record: [UInt8], _ residue: Residue?) -> RecordResult.Outcome {
        do throws(MigrationError) {
            switch direction {
            case .upgrade:
                if case .named(let target)? = to {
                    return .converted(try migrator.upgrade(record, from: from, to: target, residue: residue))
                }
                return .converted(try migrator.upgrade(record, from: from, residue: residue))
            case .downgrade:
                let target: Dialect? =
                    switch to {
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

    /// The array without rejected elements. An element is removed with the white space and the comma before it. The
    /// first remaining element keeps the white space after the bracket.
    static func join(_ texts: [[UInt8]?], _ elements: [Range<Int>], in content: [UInt8]) -> [UInt8]? {
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

    static func onOneLine(_ text: [UInt8], _ original: [UInt8]) -> [UInt8] {
        let breaks = text.withUnsafeBytes { text in original.withUnsafeBytes { LineBreaks.are(in: text, of: $0) } }
        return breaks ? text.map(LineBreaks.joined) : text
    }
}

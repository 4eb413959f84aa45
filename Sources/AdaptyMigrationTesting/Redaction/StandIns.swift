@_spi(Tools) import AdaptyMigrationTools

/// Stand-ins for texts. They have the same form; equal texts have equal stand-ins, and different texts different ones.
struct StandIns: Sendable {
    private let permutation: Permutation

    /// Texts that are kept in addition to the vocabulary.
    private let kept: Set<[UInt32]>

    init(key: [UInt8], keeping words: [String] = []) {
        permutation = Permutation(key: key)
        kept = Set(words.map { $0.unicodeScalars.map(\.value) })
    }

    /// A kept text is never used as a stand-in, so that different texts stay different.
    private func stays(_ text: [UInt32]) -> Bool { RedactionWords.contains(text) || kept.contains(text) }

    /// The end of redacted e-mail addresses; the domain is reserved for examples (RFC 2606).
    private static let mailDomain = Array(".example.com".unicodeScalars.map(\.value))

    func text(_ text: [UInt32]) -> [UInt32] {
        if stays(text) { return text }
        let form = TextForm(text)
        guard !form.slots.isEmpty else { return text }
        let shape = form.shape(text), limits = form.slots.map(\.count)
        // JSON that is nested too deep to be redacted inside is treated like any other text, and may become JSON or
        // not.
        let mayBeJSON = form.name != .plain || DocumentRedaction.nested(text) != nil
        var values = form.slots.map { $0.value(text) }
        while true {
            values = permutation.apply(values, limits: limits, shape: shape)
            let standIn = StandIns.replacing(text, form.slots, values)
            // Repeating the permutation until the text has the right form keeps the mapping one-to-one, because the
            // walk follows a cycle of the permutation.
            if fits(standIn, form, mayBeJSON: mayBeJSON) {
                return form.name == .email ? standIn + StandIns.mailDomain : standIn
            }
        }
    }

    /// A number: sign, point, exponent and zeros after the point are kept. Its digits are replaced like those of the
    /// same text.
    func number(_ lexeme: [UInt32]) -> [UInt32] {
        let start = lexeme.first == 0x2D ? 1 : 0
        let end = lexeme[start...].firstIndex { !(0x30...0x39).contains($0) } ?? lexeme.count
        var out = lexeme[..<start] + text(Array(lexeme[start..<end])), rest = lexeme[end...]
        if rest.first == 0x2E {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            out.append(0x2E)
            out += fraction.allSatisfy { $0 == 0x30 } ? fraction : self.fraction(Array(fraction))[...]
            rest = rest[fraction.endIndex...]
        }
        return Array(out + rest)
    }

    private func fraction(_ digits: [UInt32]) -> [UInt32] {
        var values = digits.map { $0 - 0x30 }
        repeat {
            values = permutation.apply(
                values, limits: Array(repeating: 10, count: values.count),
                shape: Array("fraction".utf8) + Array(String(values.count).utf8))
        } while values.allSatisfy { $0 == 0 }
        return values.map { $0 + 0x30 }
    }

    private static func replacing(_ text: [UInt32], _ slots: [TextForm.Slot], _ values: [UInt32]) -> [UInt32] {
        var out = text
        for (slot, value) in zip(slots, values) { out.replaceSubrange(slot.range, with: slot.scalars(value)) }
        return out
    }

    private func fits(_ text: [UInt32], _ form: TextForm, mayBeJSON: Bool) -> Bool {
        TextForm(text).name == form.name && !stays(text)
            && (mayBeJSON || DocumentRedaction.nested(text) == nil)
    }
}

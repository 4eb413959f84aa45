public import AdaptyMigrationTools

/// Turns production payloads into fixtures that may be committed.
///
/// Ids, names, e-mail and IP addresses, tokens, attributes, and every text and number outside the mapping are replaced
/// by stand-ins of the same looks: a digit stays a digit, a letter a letter of its case, a UUID a UUID, an address an
/// address. Structure, white space, escapes and number forms stay, and so do dates, flags, prices, counts and words of
/// the vocabulary (member names, event names, stores, reasons, as far as this version knows them): the fixture is of
/// the same dialect and kind and converts in the same way, which is proven for each record before it is given out.
///
/// Equal texts stay equal and different texts different, wherever they stand and whatever file they are in, as long as
/// the key is the same. Without the key nobody can tell what a stand-in stands for; keep it out of the repository.
///
/// ```swift
/// let redactor = try Redactor(key: key)
/// let fixture = try redactor.redact(payload)
/// ```
public struct Redactor: Sendable {
    /// The fewest bytes a key has: with fewer the texts could be found by trying keys.
    public static let shortestKey = 16

    /// The walk goes down with the document, and the stack of a thread has an end.
    private static let deepest = 512

    private let standIns: StandIns
    private let options: MigrationOptions

    /// The words of the vocabulary, which stay as they are in every record, sorted.
    public static var keptWords: [String] { RedactionWords.sorted }

    /// - Parameters:
    ///   - key: at least ``shortestKey`` bytes that nobody can guess.
    ///   - words: texts of yours that say nothing of anybody and stay readable, such as the names of access levels.
    ///   - options: how records are recognised and converted.
    /// - Throws: `MigrationError` `short-key`.
    public init(
        key: [UInt8], keeping words: [String] = [], options: MigrationOptions = MigrationOptions()
    ) throws(MigrationError) {
        guard key.count >= Redactor.shortestKey else {
            throw MigrationError(
                .shortKey, "the key has \(key.count) bytes, and at least \(Redactor.shortestKey) are needed",
                remedy: "make one with: openssl rand -hex 32")
        }
        standIns = StandIns(key: key, keeping: words)
        var options = options
        options.maximumDepth = min(options.maximumDepth, Redactor.deepest)
        self.options = options
    }

    /// The record with stand-ins. A record that carries residue is taken back, redacted and upgraded again.
    ///
    /// - Parameter from: the record's dialect; `nil` to recognise it.
    /// - Throws: `MigrationError` when the record is of no known dialect, cannot be taken back, or its fixture would
    ///   not convert as it does. Its message may quote the record.
    public func redact(_ record: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> [UInt8] {
        let migrator = Migrator(options)
        let index = try JSONScanner.index(record, maximumDepth: options.maximumDepth)
        guard index.member(0, Residue.memberName) != nil else { return try redactBare(index, dialect, migrator) }
        let original = try migrator.downgrade(record)
        let redacted = try redactBare(
            try JSONScanner.index(original.document, maximumDepth: options.maximumDepth), original.target, migrator)
        return try migrator.upgrade(redacted, from: original.target, to: original.source).embedded
    }

    private func redactBare(_ index: JSONIndex, _ dialect: Dialect?, _ migrator: Migrator) throws(MigrationError)
        -> [UInt8]
    {
        let before = try migrator.detect(index.bytes, from: dialect)
        var out: [UInt8] = [], position = 0
        for edit in DocumentRedaction.edits(index, standIns) {
            out += index.bytes[position..<edit.range.lowerBound] + edit.bytes
            position = edit.range.upperBound
        }
        out += index.bytes[position...]
        try requireSame(before, index.bytes, out, dialect, migrator)
        return out
    }

    /// The fixture must be evidence of what its original was.
    private func requireSame(
        _ before: Detection, _ original: [UInt8], _ redacted: [UInt8], _ dialect: Dialect?, _ migrator: Migrator
    ) throws(MigrationError) {
        let after = try migrator.detect(redacted, from: dialect)
        guard after.column == before.column, after.kind == before.kind else {
            throw different(
                "it would be a \(after.kind.rawValue) of \(after.dialect.rawValue), not a \(before.kind.rawValue) of \(before.dialect.rawValue)"
            )
        }
        let expected = outcome(original, dialect, migrator), actual = outcome(redacted, dialect, migrator)
        guard expected == actual else { throw different("its upgrade would differ: \(actual), not \(expected)") }
    }

    /// What became of a record, without what was in it.
    private func outcome(_ record: [UInt8], _ dialect: Dialect?, _ migrator: Migrator) -> String {
        do throws(MigrationError) {
            return try migrator.upgrade(record, from: dialect).ledger.counts.map { "\($0.value) \($0.key)" }.sorted()
                .joined(separator: ", ")
        } catch {
            return error.code.rawValue
        }
    }

    private func different(_ reason: String) -> MigrationError {
        MigrationError(
            .redactionChanges, "the redacted record would not be evidence of the same: \(reason)",
            remedy: "write this fixture by hand, and please report it")
    }
}

extension MigrationError.Code {
    /// A key that could be guessed.
    public static let shortKey = MigrationError.Code(rawValue: "short-key")
    /// A record whose redacted form would be recognised or converted otherwise.
    public static let redactionChanges = MigrationError.Code(rawValue: "redaction-changes")
}

@_spi(Tools) public import AdaptyMigrationTools

/// Turns production payloads into fixtures that can be committed.
///
/// Ids, names, e-mail and IP addresses, tokens, attributes, and all texts and numbers outside the mapping are replaced
/// by stand-ins of the same form. A digit is replaced by a digit, a letter by a letter of the same case, a UUID by a
/// UUID, an address by an address. Structure, white space, escapes and number forms are kept. So are dates, flags,
/// prices, counts and words of the vocabulary: member names, event names, stores and reasons that this version knows,
/// and the advertising id of all zeros. The fixture has the same dialect and kind and converts in the same way. This is
/// proven for each record before it is returned.
///
/// With the same key, equal texts stay equal and different texts stay different, at any place and in any file. Without
/// the key, nobody can tell what a stand-in replaces; keep the key out of the repository.
///
/// ```swift
/// let redactor = try Redactor(key: key)
/// let fixture = try redactor.redact(payload)
/// ```
public struct Redactor: Sendable {
    /// The minimum number of bytes of a key. With a shorter key, texts could be recovered by trying all keys.
    public static let shortestKey = 16

    /// The walk uses the stack for each level, and a thread's stack is limited.
    private static let deepest = 512

    private let standIns: StandIns
    private let options: MigrationOptions

    /// The words of the vocabulary, which are kept in every record, sorted.
    @_spi(Tools) public static var keptWords: [String] { RedactionWords.sorted }

    /// - Parameters:
    ///   - key: at least ``shortestKey`` bytes that nobody can guess.
    ///   - words: your own texts that identify nobody and stay readable, such as the names of access levels.
    ///   - options: the options for recognising and converting records.
    /// - Throws: `MigrationError` `short-key`.
    public init(
        key: [UInt8], keeping words: [String] = [], options: MigrationOptions = MigrationOptions()
    ) throws(MigrationError) {
        guard key.count >= Redactor.shortestKey else {
            throw MigrationError(
                .shortKey, "the key has \(key.count) bytes; it needs at least \(Redactor.shortestKey)",
                remedy: "make one with: openssl rand -hex 32")
        }
        standIns = StandIns(key: key, keeping: words)
        var options = options
        options.maximumDepth = min(options.maximumDepth, Redactor.deepest)
        self.options = options
    }

    /// The record with stand-ins. A record with residue is downgraded, redacted and upgraded again.
    ///
    /// - Parameters:
    ///   - record: a record of any dialect.
    ///   - dialect: the record's dialect; `nil` to recognise it.
    /// - Throws: `MigrationError` when the record has no known dialect, cannot be downgraded, or its fixture would
    ///   convert differently. The message may quote the record.
    public func redact(_ record: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> [UInt8] {
        try fixture(of: record, from: dialect).document
    }

    /// A record with stand-ins, and how many there are.
    @_spi(Tools) public typealias Fixture = (document: [UInt8], replaced: Int)

    /// The same as ``redact(_:from:)``, with the number of texts, numbers and names that were replaced.
    @_spi(Tools) public func fixture(of record: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> Fixture
    {
        let migrator = Migrator(options)
        let index = try JSONScanner.index(record, maximumDepth: options.maximumDepth)
        guard index.member(0, Residue.memberName) != nil else { return try redactBare(index, dialect, migrator) }
        let original = try migrator.downgrade(record)
        let redacted = try redactBare(
            try JSONScanner.index(original.documentWithoutResidue, maximumDepth: options.maximumDepth), original.target,
            migrator)
        let upgraded = try migrator.upgrade(redacted.document, from: original.target, to: original.source)
        return (upgraded.document, redacted.replaced)
    }

    private func redactBare(_ index: JSONIndex, _ dialect: Dialect?, _ migrator: Migrator) throws(MigrationError)
        -> Fixture
    {
        let before = try migrator.recognise(index.bytes, from: dialect).found
        var out: [UInt8] = [], position = 0
        let edits = DocumentRedaction.edits(index, standIns)
        for edit in edits {
            out += index.bytes[position..<edit.range.lowerBound] + edit.bytes
            position = edit.range.upperBound
        }
        out += index.bytes[position...]
        try requireSame(before, index.bytes, out, dialect, migrator)
        return (out, edits.count)
    }

    /// The fixture must convert in the same way as the original.
    private func requireSame(
        _ before: Found, _ original: [UInt8], _ redacted: [UInt8], _ dialect: Dialect?, _ migrator: Migrator
    ) throws(MigrationError) {
        let after = try migrator.recognise(redacted, from: dialect).found
        guard after.column == before.column, after.kind == before.kind else {
            throw different(
                "it would be \(after.kind.phrase) of \(after.column.dialect.rawValue), not \(before.kind.phrase) of \(before.column.dialect.rawValue)"
            )
        }
        let expected = outcome(original, dialect, migrator), actual = outcome(redacted, dialect, migrator)
        guard expected == actual else { throw different("its upgrade would differ: \(actual), not \(expected)") }
    }

    /// The result of converting a record, without its contents.
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
            .redactionChanges, "the redacted record would no longer stand for the original: \(reason)",
            remedy: "write this fixture by hand, and please report it")
    }
}

extension MigrationError.Code {
    /// The key is short enough to be guessed.
    public static let shortKey = MigrationError.Code(rawValue: "short-key")
    /// The redacted record would be recognised or converted differently.
    public static let redactionChanges = MigrationError.Code(rawValue: "redaction-changes")
}

@_spi(Tools) import AdaptyMigrationTools

/// Converts the documents of a store one by one. Each is proven before it is returned: it converts back to the same
/// bytes, and nobody's access changes.
final class DocumentConverter {
    enum Result {
        /// Null, or a document that already has the target form.
        case unchanged
        case upgraded([UInt8])
        case rejected(code: String, reason: String)
    }

    let verifier: Verifier
    /// Judge what programs write.
    let laws: Laws
    private let inside: RecordPointer?
    private let embedsResidue: Bool
    private let from: Dialect?
    private let input = RecordBuffer(), output = RecordBuffer()
    private struct Form: Hashable {
        let dialect: Dialect
        let kind: RecordKind
    }

    private var forms: [Form: Int] = [:]
    /// The dialects that are not the target's, by kind.
    private(set) var formers: [RecordKind: Set<Dialect>] = [:]
    /// Documents by dialect and kind.
    var kinds: [String: Int] {
        Dictionary(uniqueKeysWithValues: forms.map { ("\($0.key.dialect.rawValue) \($0.key.kind.rawValue)", $0.value) })
    }

    /// Whether any of them is an event.
    var hasEvents: Bool { forms.keys.contains { $0.kind == .event } }

    /// What to tell of kinds whose documents are in several former dialects.
    ///
    /// - Parameter formers: the dialects by kind.
    static func warnings(_ formers: [RecordKind: Set<Dialect>]) -> [String] {
        formers.filter { $0.value.count > 1 }.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, dialects in
            "old documents of the kind \(kind.rawValue) are in \(dialects.map(\.rawValue).sorted().joined(separator: " and ")): with two columns, name with store follow --from the one in which old programs get what new ones insert"
        }
    }

    init(_ options: RunOptions) {
        let migration = MigrationOptions(readableBy: options.readableBy)
        verifier = Verifier(
            options: migration, instants: options.instants, from: options.from, to: options.to,
            embedsResidue: options.embedsResidue)
        laws = Laws(options: migration, instants: options.instants, to: options.to)
        inside = options.inside
        (embedsResidue, from) = (options.embedsResidue, options.from)
    }

    var ledger: [Ledger.Action: Int] { verifier.counts }

    /// By field, the documents of which only the original has it; `nil` unless somebody asked.
    private(set) var losses: [String: Int]?

    /// Tells what only originals have, which takes another conversion of such documents.
    func tellLosses() { losses = [:] }

    func convert(_ value: SQLValue) -> Result {
        guard let document = value.bytes else {
            return value == .null ? .unchanged : .rejected(code: "unrecognised", reason: "the column contains a number")
        }
        do throws(MigrationError) {
            return try upgrade(document).map { .upgraded($0) } ?? .unchanged
        } catch {
            return .rejected(code: error.code.rawValue, reason: error.onCommandLine.description)
        }
    }

    /// - Returns: `nil` when the document stays as it is.
    func upgrade(_ document: [UInt8]) throws(MigrationError) -> [UInt8]? {
        guard let inside else { return try upgradeWhole(document) }
        let inner = try InnerRecords(inside, in: document, maximumDepth: laws.options.maximumDepth)
        var made: [[UInt8]?] = [], noRecord: MigrationError? = .nothing(at: inside)
        for record in inner.records {
            do throws(MigrationError) {
                let new = try upgradeWhole(record.bytes)
                if new != nil, let refusal = record.refusal { throw refusal }
                made.append(new)
                noRecord = nil
            } catch {
                guard error.saysNoRecord else { throw error }
                made.append(nil)
                noRecord = noRecord.map { _ in error }
            }
        }
        if let noRecord { throw noRecord }
        if made.allSatisfy({ $0 == nil }) { return nil }
        guard let document = inner.document(with: made, isRestorable: embedsResidue) else { throw .notRestored }
        return document
    }

    private func upgradeWhole(_ document: [UInt8]) throws(MigrationError) -> [UInt8]? {
        try ByteOrderMark.passing(document) { (mark, record) throws(MigrationError) in
            input.removeAll()
            output.removeAll()
            input.append(Array(record))
            let (outcome, failures) = try verifier.upgrade(0..<input.count, of: input, into: output)
            if let source = outcome.source { forms[Form(dialect: source, kind: outcome.kind), default: 0] += 1 }
            if let source = outcome.source, source != outcome.target {
                formers[outcome.kind, default: []].insert(source)
            }
            if losses != nil, verifier.hasLosses { try noteLosses(Array(record)) }
            if let failure = failures.first(where: { $0.law == 7 }) ?? failures.first {
                throw MigrationError(
                    failure.law == 7 ? .accessChanged : .notReversible, failure.description,
                    remedy: "it stays as it is; please report it")
            }
            return isSame ? nil : Array(mark) + output.bytes
        }
    }

    /// Whether an original upgrades to the written document, compared by its digest, or by its values if a program has
    /// written it in a column of its own. If the column does not keep bytes, whether it can be upgraded at all.
    ///
    /// - Parameter standing: reads the document in the row. It is called only if the digests differ.
    func gives(
        _ written: String, of original: [UInt8], isExact: Bool, standing: () throws(StoreFailure) -> SQLValue?
    ) throws(StoreFailure) -> Bool {
        guard let again = try? upgrade(original) else { return false }
        if !isExact || Digest.of(again) == written { return true }
        guard let document = try standing()?.bytes, Digest.of(document) == written else { return false }
        return saysTheSame(again, document)
    }

    /// Whether a document for old programs is what the one of a new program becomes.
    func makes(_ old: [UInt8], of new: SQLValue, _ dialect: Dialect) -> Bool {
        guard let new = new.bytes, let made = try? Migrator(laws.options).downgrade(new, to: dialect) else {
            return false
        }
        return laws.saysTheSame(made.documentWithoutResidue, old)
    }

    /// Whether a document has the values of another one. Programs write their own white space and order of members. They
    /// need not keep residues, nor what no decoder reads. What an upgrade takes out of their document is in no other one.
    func saysTheSame(_ document: [UInt8], _ anew: [UInt8]) -> Bool {
        if laws.saysTheSame(document, anew) { return true }
        let migrator = Migrator()
        guard let one = try? migrator.upgrade(document, to: laws.target),
            let other = try? migrator.upgrade(anew, to: laws.target), other.ledger.counts[.stashed] == nil
        else { return false }
        return laws.saysTheSame(
            one.documentWithoutResidue, other.documentWithoutResidue, one.kind, one.target)
    }

    /// Whether a value is the same document as a former one and has every member of it, so that nobody needs that.
    func supersedes(_ value: SQLValue, _ former: SQLValue) -> Bool {
        guard let document = value.bytes, let former = former.bytes else { return value == former }
        return laws.hasMembers(document, of: former) && laws.identity(document) == laws.identity(former)
    }

    /// A field counts once for a document, under its name.
    private func noteLosses(_ record: [UInt8]) throws(MigrationError) {
        let paths = try Migrator(laws.options).upgrade(record, from: from, to: laws.target).losses.map(\.path)
        let names = paths.compactMap { path in path.split(separator: "/").last { Int($0) == nil } }
        for name in Set(names) { losses?[String(name), default: 0] += 1 }
    }

    private var isSame: Bool {
        input.withUnsafeBytes { old in
            output.withUnsafeBytes { new in old.count == new.count && old.elementsEqual(new) }
        }
    }
}

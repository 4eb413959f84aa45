import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Lets one service accept payloads of every dialect and answer each client in its own.
///
/// Worked example: SDK 1.x writes `{"profile_id":"p","paid_access_levels":{"premium":{"is_active":1}},"app_id":"a"}`.
/// The service stores `{"profile_id":"p","paid_access_levels":{"premium":{"is_active":true}},"app_id":"a"}` and, for
/// `sdk1-wire`, the residue with `1`. A current client writes `"segment_hash":"h"`, for which SDK 1.x has no place, and
/// no `app_id`, which its types do not have. SDK 1.x still reads its own bytes. Then it writes `"is_active":0`: the
/// stored value becomes `false`, and `segment_hash` stays, because a client cannot delete a member that it does not
/// see.
///
/// ```swift
/// let layer = CompatibilityLayer()
/// let write = try layer.accept(body, onto: stored)                 // any dialect in; store write.record
/// let answer = try layer.answer(write.record, version: "3.12.0")  // bytes that this client reads
/// ```
public struct CompatibilityLayer: Sendable {
    private let migrator: Migrator

    /// Creates a layer whose conversions all have these options.
    public init(_ options: MigrationOptions = MigrationOptions()) { migrator = Migrator(options) }

    /// The result of accepting a payload.
    public struct Write: Sendable {
        /// The record to store.
        public let record: SharedRecord
        /// The payload's own upgrade: document, residue, ledger, and the dialect it came in.
        public let migration: Migration
        /// JSON pointers into the stored document: members for which the payload's dialect has no place and that could
        /// not be kept.
        public let lost: [String]
        /// Whether the stored record was another one, with other ids. Then nothing of it was kept.
        public let isOther: Bool

        init(_ record: SharedRecord, _ migration: Migration, lost: [String] = [], isOther: Bool = false) {
            (self.record, self.migration, self.lost, self.isOther) = (record, migration, lost, isOther)
        }
    }

    /// Accepts a payload.
    ///
    /// - Parameters:
    ///   - payload: one record.
    ///   - dialect: the payload's dialect; `nil` to recognise it.
    ///   - client: who wrote it; `nil` when that is not known. Placeholders that ``answer(_:to:)`` sent to that client
    ///     and that it wrote back are not stored.
    ///   - stored: the record to replace; `nil` for a new one. Members for which the payload's dialect has no place
    ///     stay as stored.
    /// - Throws: a problem for the client; then nothing must be stored.
    public func accept(
        _ payload: [UInt8], in dialect: Dialect? = nil, from client: Client? = nil, onto stored: SharedRecord? = nil
    ) throws(ProblemDocument) -> Write {
        var payload = payload
        if let client, let stored { payload = try withoutPlaceholders(payload, stored, from: client) }
        let fresh = try asked { () throws(MigrationError) in try newest(payload, dialect) }
        guard let stored else {
            return try asked { () throws(MigrationError) in
                Write(try record(fresh.documentWithoutResidue, fresh, [:]), fresh)
            }
        }
        guard fresh.kind == stored.kind else {
            throw ProblemDocument(
                .otherKind, status: 409,
                detail: "the record is \(stored.kind.phrase), but the payload is \(fresh.kind.phrase)")
        }
        return try asked { () throws(MigrationError) in try replace(stored, payload, fresh) }
    }

    /// A record for clients of a dialect. If such a client wrote the record, the answer has its own bytes with
    /// everybody's edits.
    ///
    /// - Throws: a problem with status 406 when the dialect has no such record.
    public func answer(_ record: SharedRecord, in dialect: Dialect) throws(ProblemDocument) -> Migration {
        try asked { () throws(MigrationError) in try view(record, dialect) }
    }

    /// A record in a form that the decoder of an SDK version accepts, for reading: a client that writes it back writes
    /// the placeholders, too.
    ///
    /// - Throws: a problem with status 406 for a version of which that is not known, and with 422 when the record lacks
    ///   a member for which no placeholder is safe.
    public func answer(_ record: SharedRecord, readableBy sdk: SDKVersion) throws(ProblemDocument) -> Migration {
        var options = migrator.options
        options.readableBy = sdk
        let dialect = sdk.dialect(of: record.kind)
        return try asked { () throws(MigrationError) in
            try Migrator(options).upgrade(try view(record, dialect).documentWithoutResidue, from: dialect, record.kind)
        }
    }

    func asked<Result>(_ body: () throws(MigrationError) -> Result) throws(ProblemDocument) -> Result {
        do throws(MigrationError) { return try body() } catch { throw ProblemDocument(error) }
    }

    // MARK: Reading

    private func view(_ record: SharedRecord, _ dialect: Dialect) throws(MigrationError) -> Migration {
        if dialect != record.dialect, let residue = record.residues[dialect] {
            // The record and its residues belong together, whoever edited it.
            return try migrator.downgrade(ResidueMember.embed(residue, in: record.document))
        }
        return try migrator.convert(record.document, from: record.dialect, record.kind, to: dialect)
    }

    // MARK: Writing

    /// SDK 3 documents stay in SDK 3, in its newest form. All others are upgraded to the current dialect.
    private func newest(_ payload: [UInt8], _ dialect: Dialect?) throws(MigrationError) -> Migration {
        let current = try migrator.upgrade(payload, from: dialect)
        return current.source == .sdk3 ? try migrator.upgrade(payload, from: .sdk3, to: .sdk3) : current
    }

    /// The origin of a payload: the dialect that its residue leads back to, if the client sent a residue.
    private static func source(_ fresh: Migration) -> Dialect { fresh.residue?.source ?? fresh.source ?? fresh.target }

    /// - Parameter fresh: the payload's upgrade. Even if it changed nothing, later edits must come back under the
    ///   payload's own names.
    private func record(_ document: [UInt8], _ fresh: Migration, _ residues: [Dialect: Residue]) throws(MigrationError)
        -> SharedRecord
    {
        let source = CompatibilityLayer.source(fresh)
        var residues = residues
        residues[source] = fresh.residue
        if source == fresh.target {
            residues[source] = nil
        } else if fresh.residue == nil {
            residues[source] = try migrator.residue(
                ofUnchanged: fresh.documentWithoutResidue, from: source, to: fresh.target)
        }
        return SharedRecord(document, fresh.target, fresh.kind, residues)
    }

    private func replace(_ stored: SharedRecord, _ payload: [UInt8], _ first: Migration) throws(MigrationError) -> Write
    {
        let source = CompatibilityLayer.source(first)
        let stored = source == .sdk3 && stored.dialect != .sdk3 ? try raised(stored) : stored
        let fresh =
            first.target == stored.dialect
            ? first : try migrator.upgrade(payload, from: first.source, to: stored.dialect)
        guard try migrator.isSame(fresh.documentWithoutResidue, stored.document, stored.kind, stored.dialect) else {
            return Write(try record(fresh.documentWithoutResidue, fresh, [:]), fresh, isOther: true)
        }
        guard source != stored.dialect else {
            return Write(try record(fresh.documentWithoutResidue, fresh, stored.residues), fresh)
        }
        let view = try view(stored, source).documentWithoutResidue
        if view == payload { return Write(stored, fresh) }
        let known = try migrator.upgrade(view, from: source, to: stored.dialect)
        let merged = try merge(
            known.documentWithoutResidue, theirs: stored.document, onto: fresh.documentWithoutResidue, stored.kind,
            stored.dialect)
        let isExact =
            try migrator.downgrade(
                fresh.residue.map { ResidueMember.embed($0, in: merged) } ?? merged,
                to: fresh.residue == nil ? source : nil
            ).documentWithoutResidue == payload
        let lost =
            isExact ? [] : try index(stored.document).onlyHere(0, than: try index(known.documentWithoutResidue), 0)
        return Write(
            try record(isExact ? merged : fresh.documentWithoutResidue, fresh, stored.residues), fresh, lost: lost)
    }

    /// Applies the differences between what a client knew of a record and the record to a document that it wrote.
    func merge(
        _ known: [UInt8], theirs: [UInt8], onto document: [UInt8], _ kind: RecordKind, _ dialect: Dialect
    ) throws(MigrationError) -> [UInt8] {
        let context: MergeContext =
            kind.isList ? .list(kind.table, dialect.column) : .record(kind.table, dialect.column)
        var merge = ThreeWayMerge(try index(document), base: try index(known), theirs: try index(theirs))
        return merge.value(0, 0, 0, context) ?? document
    }

    /// The record in SDK 3, for a client that writes SDK 3. It keeps every residue, and gets one for the clients of its
    /// former dialect.
    private func raised(_ stored: SharedRecord) throws(MigrationError) -> SharedRecord {
        let raised = try migrator.upgrade(stored.document, from: stored.dialect, to: .sdk3)
        var residues: [Dialect: Residue] = [:]
        residues[stored.dialect] = raised.residue
        for (dialect, residue) in stored.residues {
            residues[dialect] =
                try migrator.upgrade(ResidueMember.embed(residue, in: stored.document), to: .sdk3).residue
        }
        return SharedRecord(raised.documentWithoutResidue, .sdk3, stored.kind, residues)
    }

    private func index(_ document: [UInt8]) throws(MigrationError) -> JSONIndex {
        try JSONScanner.index(document, maximumDepth: migrator.options.maximumDepth)
    }
}

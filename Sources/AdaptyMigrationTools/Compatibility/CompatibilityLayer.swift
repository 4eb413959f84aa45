import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Lets one service accept payloads of every dialect and answer each client in its own.
///
/// Worked example: SDK 1.x writes `{"profile_id":"p","paid_access_levels":{"premium":{"is_active":1}},"app_id":"a"}`.
/// The service stores `{"profile_id":"p","paid_access_levels":{"premium":{"is_active":true}},"app_id":"a"}` and, for
/// `sdk1-wire`, the residue with `1`. A current client adds `"segment_hash":"h"` and drops `app_id`, which its types do
/// not have: `app_id` stays. SDK 1.x writes `{"profile_id":"p","paid_access_levels":{"premium":{"is_active":0}}}`: the
/// stored value becomes `false`, and `segment_hash` stays, because a client cannot remove what it does not see.
///
/// ```swift
/// let layer = CompatibilityLayer()
/// let write = try layer.accept(body, from: client, onto: stored)  // any dialect in; store write.record
/// let answer = try layer.answer(write.record, to: client)         // bytes that this client reads
/// ```
public struct CompatibilityLayer: Sendable {
    let migrator: Migrator

    /// Creates a layer whose conversions all have these options.
    public init(_ options: MigrationOptions = MigrationOptions()) { migrator = Migrator(options) }

    /// The result of accepting a payload.
    public struct Write: Sendable {
        /// The record to store.
        public let record: SharedRecord
        /// The payload's own upgrade: document, residue, ledger, and the dialect it came in.
        public let migration: Migration
        /// JSON pointers into the stored document: members that the record had, or that the client wrote, and that the record
        /// does not have now. A client removes only what it can see.
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
    ///   - kinds: the kinds that the caller stores; empty for any.
    ///   - dialect: the payload's dialect; `nil` to recognise it.
    ///   - client: who wrote it; `nil` when only its dialect is known. What equals a placeholder that ``answer(_:to:)``
    ///     sent to that client is not stored.
    ///   - stored: the record to replace; `nil` for a new one. What the client cannot see stays.
    /// - Throws: a problem for the client; then nothing must be stored.
    public func accept(
        _ payload: [UInt8], as kinds: Set<RecordKind> = [], in dialect: Dialect? = nil, from client: Client? = nil,
        onto stored: SharedRecord? = nil
    ) throws(ProblemDocument) -> Write {
        let read =
            try client.map { client throws(ProblemDocument) in try spelled(payload, stored?.kind, client) } ?? payload
        let fresh = try asked { () throws(MigrationError) in try newest(read, dialect) }
        try check(fresh, kinds)
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
        return try replace(stored, read, fresh, from: client)
    }

    /// Refuses what could be stored but not read: another kind, no record, and a value that no model reads.
    private func check(_ fresh: Migration, _ kinds: Set<RecordKind>) throws(ProblemDocument) {
        let index = try asked { () throws(MigrationError) in try self.index(fresh.documentWithoutResidue) }
        guard index.kind(0).isContainer else {
            throw ProblemDocument(
                .otherKind, status: 422,
                detail: "the payload is null, as SDK 1 stored it after a logout: it is no record",
                remedy: "remove the record, or store nothing")
        }
        guard kinds.isEmpty || kinds.contains(fresh.kind) else {
            let wanted = kinds.map(\.phrase).sorted().joined(separator: " or ")
            throw ProblemDocument(
                .otherKind, status: 422, detail: "the payload is \(fresh.kind.phrase), not \(wanted)")
        }
        try asked { () throws(MigrationError) -> Void in
            switch fresh.kind {
            case .profile: _ = try AdaptyProfile(decoding: fresh.documentWithoutResidue, as: fresh.target)
            case .paywall: _ = try AdaptyPaywall(decoding: fresh.documentWithoutResidue, as: fresh.target)
            default: break
            }
        }
    }

    func asked<Result>(_ body: () throws(MigrationError) -> Result) throws(ProblemDocument) -> Result {
        do throws(MigrationError) { return try body() } catch { throw ProblemDocument(error) }
    }

    // MARK: Reading

    /// A record in a dialect. If a client of the dialect wrote the record, this has its bytes with everybody's edits.
    func view(_ record: SharedRecord, _ dialect: Dialect) throws(MigrationError) -> Migration {
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

    /// The edits of a client in the stored record: what differs between what it was sent and what it wrote.
    private func replace(_ stored: SharedRecord, _ payload: [UInt8], _ first: Migration, from client: Client?)
        throws(ProblemDocument) -> Write
    {
        let source = CompatibilityLayer.source(first)
        let client = client.flatMap { $0.dialect == source ? $0 : nil } ?? Client(source)
        let former = stored
        let stored = try asked { () throws(MigrationError) in
            source == .sdk3 && stored.dialect != .sdk3 ? try raised(stored) : stored
        }
        let sent = try spelled(try sent(stored, to: client), stored.kind, client)
        return try asked { () throws(MigrationError) in
            let fresh =
                first.target == stored.dialect
                ? first : try migrator.upgrade(payload, from: first.source, to: stored.dialect)
            if sent == payload { return Write(former, fresh) }
            let new = fresh.documentWithoutResidue
            guard try migrator.isSame(new, stored.document, stored.kind, stored.dialect) else {
                let lost = try index(stored.document).lacked(0, by: try index(new), 0)
                return Write(try record(new, fresh, [:]), fresh, lost: lost, isOther: true)
            }
            let known = try migrator.upgrade(sent, from: source, to: stored.dialect).documentWithoutResidue
            var merged = try merge(known, new, into: stored, by: client)
            if merged == stored.document, former.dialect != stored.dialect { return Write(former, fresh) }
            // A client gets its own bytes back where it said all.
            if migrator.saysTheSame(merged, new) { merged = new }
            return Write(
                try record(merged, fresh, stored.residues), fresh,
                lost: try lost(merged, known, new, of: stored))
        }
    }

    /// What a version of the SDK reads of a document, in the names of its dialect.
    private func spelled(_ document: [UInt8], _ kind: RecordKind?, _ client: Client) throws(ProblemDocument) -> [UInt8]
    {
        guard let sdk = client.reader, let kind else { return document }
        return try asked { () throws(MigrationError) in
            try VersionSpelling.document(document, kind, client.dialect, readBy: sdk)
        }
    }

    /// What a client read before it wrote; without placeholders where none is safe.
    private func sent(_ stored: SharedRecord, to client: Client) throws(ProblemDocument) -> [UInt8] {
        if let answer = try? answer(stored, to: client) { return answer.document }
        return try asked { () throws(MigrationError) in try view(stored, client.dialect).documentWithoutResidue }
    }

    private func merge(_ known: [UInt8], _ new: [UInt8], into stored: SharedRecord, by client: Client)
        throws(MigrationError) -> [UInt8]
    {
        let table = stored.kind.table, column = stored.dialect.column
        var merge = ThreeWayMerge(
            try index(stored.document), base: try index(known), theirs: try index(new),
            editor: .client(client.dialect.column, version: client.sdk))
        return merge.value(0, 0, 0, stored.kind.isList ? .list(table, column) : .record(table, column))
            ?? stored.document
    }

    /// What the record had, and what the client wrote, that the record has not.
    private func lost(_ merged: [UInt8], _ known: [UInt8], _ new: [UInt8], of stored: SharedRecord)
        throws(MigrationError) -> [String]
    {
        let merged = try index(merged), known = try index(known), new = try index(new)
        let removed = try index(stored.document).lacked(0, by: merged, 0),
            unwritten = new.onlyHere(0, than: merged, 0),
            edited = Set(new.onlyHere(0, than: known, 0))
        return Set(removed + unwritten.filter(edited.contains)).sorted()
    }

    /// JSON pointers into another record, in the dialect of a record, to what the record does not have.
    @_spi(Tools) public func lost(of other: SharedRecord, in record: SharedRecord) -> [String] {
        guard let same = try? view(other, record.dialect).documentWithoutResidue, let all = try? index(same),
            let some = try? index(record.document)
        else { return [] }
        return all.lacked(0, by: some, 0)
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

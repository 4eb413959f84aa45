import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

/// Profiles and paywalls that clients of several versions read and write. A person has one profile for each
/// `profile_id`, which is found by that id and by the `customer_user_id`.
struct RecordStore: Sendable {
    let database: Database
    let layer: CompatibilityLayer
    let clock: @Sendable () -> Int64

    /// A record, and the last event that existed when it was written.
    struct Stored: Sendable {
        let record: SharedRecord
        let after: Int64
        /// The id of its row.
        fileprivate let id: String
        fileprivate let writtenAt: Int64
        /// The ids by which it is found; none for a paywall, or a profile that names none.
        let person: PersonIDs
    }

    /// A payload that replaces the stored record.
    struct Change: Sendable {
        let kinds: Set<RecordKind>
        let id: String
        let payload: [UInt8]
        /// The payload's dialect; `nil` to recognise it.
        let dialect: Dialect?
        /// The SDK version of the client; `nil` when it named none.
        let sdk: SDKVersion?
        let precondition: Precondition
    }

    /// What a write did.
    struct Outcome: Sendable {
        /// The record before the write; `nil` for a new one.
        let before: SharedRecord?
        let write: CompatibilityLayer.Write
        /// JSON pointers to members that the records had, or that the payload has, and that the record does not have now.
        let lost: [String]
    }

    /// - Parameter id: of a paywall, or one of a person.
    func record(_ kinds: Set<RecordKind>, _ id: String) async throws(ProblemDocument) -> Stored? {
        try await database.read { connection throws(StoreFailure) in try RecordStore.read(kinds, id, connection) }
    }

    /// Reads, checks, converts and writes in one transaction, so that of two simultaneous writers neither silently
    /// overwrites the other.
    ///
    /// - Throws: a problem for the client; then nothing is changed.
    func put(_ change: Change) async throws(ProblemDocument) -> Outcome {
        let now = clock(), fresh = try layer.accept(change.payload, as: change.kinds, in: change.dialect)
        let named = try RecordStore.person(in: fresh.record)
        let result: Result<Outcome, ProblemDocument> =
            try await database.write { connection throws(StoreFailure) in
                let stored = try RecordStore.target(of: change, named, connection)
                let write: CompatibilityLayer.Write, person: PersonIDs
                do throws(ProblemDocument) { (write, person) = try accept(change, fresh, onto: stored) } catch {
                    return .failure(error)
                }
                let id = person.profile ?? person.customer ?? stored?.id ?? change.id
                let others = try RecordStore.others(id, person, change.kinds, connection).filter { $0.id != stored?.id }
                guard others.allSatisfy({ person.isSame(as: $0.person) }) else { return .failure(.taken) }
                if write.record != stored?.record || !others.isEmpty {
                    for other in others + (stored.map { [$0] } ?? []) where other.id != id {
                        try RecordStore.remove(other, change.kinds, connection)
                    }
                    try RecordStore.write(write.record, change, person, as: id, now, connection)
                }
                // Records that were stored before it was known that they are of one profile.
                let lost = others.flatMap { layer.lost(of: $0.record, in: write.record) }
                return .success(
                    Outcome(before: stored?.record, write: write, lost: Set(write.lost + lost).sorted()))
            }
        return try result.get()
    }

    /// - Returns: the write, and the ids by which it is found.
    private func accept(_ change: Change, _ fresh: CompatibilityLayer.Write, onto stored: Stored?)
        throws(ProblemDocument) -> (write: CompatibilityLayer.Write, person: PersonIDs)
    {
        try change.precondition.check(stored?.record)
        guard let stored else { return (fresh, try RecordStore.person(in: fresh.record, for: change, .none)) }
        let client = change.sdk.map { Client($0, reading: stored.record.kind) }
        let write = try layer.accept(change.payload, in: change.dialect, from: client, onto: stored.record)
        return (write, try RecordStore.person(in: write.record, for: change, stored.person))
    }

    // MARK: Persons

    /// A profile must be stored under its own id or its user's id. Under another id it would represent somebody else.
    ///
    /// - Parameter known: the ids of the record that it replaces. Those that it does not name stay.
    private static func person(in record: SharedRecord, for change: Change, _ known: PersonIDs)
        throws(ProblemDocument) -> PersonIDs
    {
        let person = try person(in: record).completed(by: known)
        guard person.allow(change.id) else {
            throw ProblemDocument(
                .otherRecord, status: 422,
                detail: "neither profile_id nor customer_user_id of the payload is the id in the path",
                remedy: "put it under its profile_id or its customer_user_id")
        }
        return person
    }

    private static func person(in record: SharedRecord) throws(ProblemDocument) -> PersonIDs {
        guard record.kind == .profile else { return PersonIDs.none }
        do throws(MigrationError) {
            return PersonIDs(try AdaptyProfile(decoding: record.document, as: record.dialect))
        } catch { throw ProblemDocument(error) }
    }

    func person(_ id: String) async throws(ProblemDocument) -> Person {
        try await database.read { connection throws(StoreFailure) in try Person(id, connection) }
    }

    /// Removes a person's profiles and events, with their deliveries.
    ///
    /// - Parameter id: any id of the person.
    func removePerson(_ id: String) async throws(ProblemDocument) -> Person.Removal {
        try await database.erase { connection throws(StoreFailure) in try Person(id, connection).remove(connection) }
    }

    // MARK: Rows

    private static func name(_ kinds: Set<RecordKind>) -> String {
        kinds.contains(.profile) ? RecordKind.profile.rawValue : RecordKind.paywall.rawValue
    }

    /// The record that a payload replaces: that of its profile, or one that names no profile and is of the same person.
    private static func target(of change: Change, _ named: PersonIDs, _ connection: any SQLConnection)
        throws(StoreFailure) -> Stored?
    {
        for id in [named.profile, named.customer, change.id].compactMap({ $0 }) {
            guard let stored = try read(change.kinds, id, connection) else { continue }
            if named.isSame(as: stored.person) { return stored }
        }
        return nil
    }

    /// The record that an id finds: its own, or that of a profile whose customer only events name.
    static func read(_ kinds: Set<RecordKind>, _ id: String, _ connection: any SQLConnection) throws(StoreFailure)
        -> Stored?
    {
        let own = try row(kinds, id, connection)
        guard own == nil, kinds == RecordRoutes.profiles else { return own }
        var connected: [Stored] = []
        for profile in try Person(id, connection).ids(in: .production).profiles {
            if let stored = try row(kinds, profile, connection), stored.person.customer == nil {
                connected.append(stored)
            }
        }
        return connected.max { ($0.writtenAt, $0.id) < ($1.writtenAt, $1.id) }
    }

    /// The record whose document names an id. A customer's is the one that was written last.
    private static func row(_ kinds: Set<RecordKind>, _ id: String, _ connection: any SQLConnection)
        throws(StoreFailure) -> Stored?
    {
        try rows(
            "(id = ?2 OR customer = ?2) ORDER BY CASE WHEN id = ?2 THEN 0 ELSE 1 END, written_at DESC, id LIMIT 1",
            kinds, [.text(id)], connection
        ).first
    }

    /// The records in the place of one that is written: under its id, or under its customer's while no profile was known.
    private static func others(
        _ id: String, _ person: PersonIDs, _ kinds: Set<RecordKind>, _ connection: any SQLConnection
    ) throws(StoreFailure) -> [Stored] {
        try rows(
            "(id = ?2 OR id = ?3 AND profile IS NULL)", kinds, [.text(id), .text(orNull: person.customer)], connection)
    }

    /// - Parameter condition: of a row of `records`. Its parameters are numbered from 2.
    private static func rows(
        _ condition: String, _ kinds: Set<RecordKind>, _ parameters: [SQLValue], _ connection: any SQLConnection
    ) throws(StoreFailure) -> [Stored] {
        let rows = try connection.run(
            """
            SELECT document, dialect, record_kind, residues, after, id, written_at, profile, customer FROM records
            WHERE kind = ?1 AND \(condition)
            """, [.text(name(kinds))] + parameters
        ).rows
        var found: [Stored] = []
        for row in rows { if let stored = try stored(row) { found.append(stored) } }
        return found
    }

    private static func stored(_ row: [SQLValue]) throws(StoreFailure) -> Stored? {
        guard let dialect = row[1].text.flatMap({ Dialect(rawValue: $0) }),
            let kind = row[2].text.flatMap({ RecordKind(rawValue: $0) })
        else { return nil }
        do throws(MigrationError) {
            return Stored(
                record: try SharedRecord(
                    document: row[0].bytes ?? [], dialect: dialect, kind: kind, residues: row[3].bytes ?? []),
                after: row[4].integer ?? 0, id: row[5].text ?? "", writtenAt: row[6].integer ?? 0,
                person: PersonIDs(profile: row[7].text, customer: row[8].text))
        } catch {
            throw StoreFailure(
                .failed, "a stored residue is damaged: \(error.message)", remedy: "restore the row from a backup")
        }
    }

    private static func remove(_ stored: Stored, _ kinds: Set<RecordKind>, _ connection: any SQLConnection)
        throws(StoreFailure)
    {
        _ = try connection.run(
            "DELETE FROM records WHERE kind = ?1 AND id = ?2", [.text(name(kinds)), .text(stored.id)])
    }

    private static func write(
        _ record: SharedRecord, _ change: Change, _ person: PersonIDs, as id: String, _ now: Int64,
        _ connection: any SQLConnection
    ) throws(StoreFailure) {
        _ = try connection.run(
            """
            INSERT INTO records (kind, id, dialect, record_kind, document, residues, written_at, profile, customer, after)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT coalesce(max(sequence), 0) FROM events))
            ON CONFLICT (kind, id) DO UPDATE SET dialect = excluded.dialect, record_kind = excluded.record_kind, document = excluded.document, residues = excluded.residues,
            written_at = excluded.written_at, profile = excluded.profile, customer = excluded.customer, after = excluded.after
            """,
            [
                .text(name(change.kinds)), .text(id), .text(record.dialect.rawValue),
                .text(record.kind.rawValue), .blob(record.document), .blob(record.residuesJSON), .integer(now),
                .text(orNull: person.profile), .text(orNull: person.customer),
            ])
    }
}

extension ProblemDocument {
    /// An id may be one person's `profile_id` and another one's `customer_user_id`. Neither may overwrite the other.
    fileprivate static let taken = ProblemDocument(
        .otherRecord, status: 409, detail: "a profile of another person is stored under this id",
        remedy: "correct the ids of the payload, or remove the other profile")
}

import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

/// Profiles and paywalls that clients of several versions read and write.
struct RecordStore: Sendable {
    let database: Database
    let layer: CompatibilityLayer
    let clock: @Sendable () -> Int64

    /// A record, and the last event that existed when it was written.
    struct Stored: Sendable {
        let record: SharedRecord
        let after: Int64
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

    func record(_ kinds: Set<RecordKind>, _ id: String) async throws(ProblemDocument) -> Stored? {
        try await database.read { connection throws(StoreFailure) in try RecordStore.read(kinds, id, connection) }
    }

    /// Reads, checks, converts and writes in one transaction, so that of two simultaneous writers neither silently
    /// overwrites the other.
    ///
    /// - Returns: the record before and after the write.
    /// - Throws: a problem for the client; then nothing is changed.
    func put(_ change: Change) async throws(ProblemDocument) -> (before: SharedRecord?, write: CompatibilityLayer.Write)
    {
        let now = clock()
        let outcome: Result<(before: SharedRecord?, write: CompatibilityLayer.Write), ProblemDocument> =
            try await database.write { connection throws(StoreFailure) in
                let stored = try RecordStore.read(change.kinds, change.id, connection)?.record
                let write: CompatibilityLayer.Write, person: PersonIDs?
                do throws(ProblemDocument) { (write, person) = try accept(change, onto: stored) } catch {
                    return .failure(error)
                }
                if write.record != stored { try RecordStore.write(write.record, change, person, now, connection) }
                return .success((stored, write))
            }
        return try outcome.get()
    }

    /// - Returns: the write, and whom a profile names.
    private func accept(_ change: Change, onto stored: SharedRecord?) throws(ProblemDocument) -> (
        write: CompatibilityLayer.Write, person: PersonIDs?
    ) {
        try change.precondition.check(stored)
        let client = change.sdk.flatMap { sdk in stored.map { Client(sdk, reading: $0.kind) } }
        let write = try layer.accept(change.payload, in: change.dialect, from: client, onto: stored)
        guard change.kinds.contains(write.record.kind) else {
            throw ProblemDocument(
                .otherKind, status: 422,
                detail:
                    "the payload is a \(write.record.kind.rawValue), but this path stores \(RecordStore.name(change.kinds))s"
            )
        }
        // SDK 1 stored `null` after a logout. It contains nothing about a profile.
        guard write.record.document.contains(0x7B) else {
            throw ProblemDocument(.otherKind, status: 422, detail: "the payload is null, but this path stores profiles")
        }
        let isProfile = change.kinds.contains(.profile)
        return (write, isProfile ? try RecordStore.person(change.id, in: write.record) : nil)
    }

    /// A profile must be stored under its own id or its user's id. Under another id it would represent somebody else.
    private static func person(_ id: String, in record: SharedRecord) throws(ProblemDocument) -> PersonIDs {
        let profile: AdaptyProfile
        do throws(MigrationError) {
            profile = try AdaptyProfile(decoding: record.document, as: record.dialect)
        } catch { throw ProblemDocument(error) }
        let ids = [profile.profileId, profile.customerUserId].compactMap { $0 }
        guard ids.isEmpty || ids.contains(id) else {
            throw ProblemDocument(
                .otherRecord, status: 422,
                detail: "neither profile_id nor customer_user_id of the payload is the id in the path",
                remedy: "put it under its profile_id or its customer_user_id")
        }
        return PersonIDs(profile)
    }

    /// Removes a person's profiles and events, with their deliveries.
    ///
    /// - Parameter id: any id of the person.
    func removePerson(_ id: String) async throws(ProblemDocument) -> Person.Removal {
        try await database.erase { connection throws(StoreFailure) in try Person(id, connection).remove(connection) }
    }

    private static func name(_ kinds: Set<RecordKind>) -> String {
        kinds.contains(.profile) ? RecordKind.profile.rawValue : RecordKind.paywall.rawValue
    }

    private static func read(_ kinds: Set<RecordKind>, _ id: String, _ connection: any SQLConnection)
        throws(StoreFailure)
        -> Stored?
    {
        let found = try connection.rows(
            "SELECT document, dialect, record_kind, residues, after FROM records WHERE kind = ?1 AND id = ?2",
            .text(name(kinds)), .text(id))
        guard let row = found.first, let dialect = row[1].text.flatMap({ Dialect(rawValue: $0) }),
            let kind = row[2].text.flatMap({ RecordKind(rawValue: $0) })
        else { return nil }
        do throws(MigrationError) {
            return Stored(
                record: try SharedRecord(
                    document: row[0].bytes ?? [], dialect: dialect, kind: kind, residues: row[3].bytes ?? []),
                after: row[4].integer ?? 0)
        } catch {
            throw StoreFailure(
                .failed, "a stored residue is damaged: \(error.message)", remedy: "restore the row from a backup")
        }
    }

    private static func write(
        _ record: SharedRecord, _ change: Change, _ person: PersonIDs?, _ now: Int64, _ connection: any SQLConnection
    ) throws(StoreFailure) {
        _ = try connection.run(
            """
            INSERT INTO records (kind, id, dialect, record_kind, document, residues, written_at, profile, customer, after)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT coalesce(max(sequence), 0) FROM events))
            ON CONFLICT (kind, id) DO UPDATE SET dialect = excluded.dialect, record_kind = excluded.record_kind, document = excluded.document, residues = excluded.residues,
            written_at = excluded.written_at, profile = excluded.profile, customer = excluded.customer, after = excluded.after
            """,
            [
                .text(name(change.kinds)), .text(change.id), .text(record.dialect.rawValue),
                .text(record.kind.rawValue), .blob(record.document), .blob(record.residuesJSON), .integer(now),
                .text(orNull: person?.profile), .text(orNull: person?.customer),
            ])
    }
}

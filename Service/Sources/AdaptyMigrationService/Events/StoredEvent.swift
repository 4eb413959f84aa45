import AdaptyMigration
import AdaptyMigrationSQL

/// An event out of the database.
struct StoredEvent: Sendable {
    /// The place in the order of commits; no reader that goes by it skips an event.
    let sequence: Int64
    /// Milliseconds since 1970.
    let receivedAt: Int64
    /// The current name; `nil` when there is none.
    let name: EventName?
    /// `nil` when none is named.
    let profile: String?
    let original: [UInt8]
    /// `nil` for an object that is no event of a known shape.
    let record: SharedRecord?

    static let columns = "sequence, received_at, name, profile, original, document, dialect, residues"

    init(_ row: [SQLValue]) throws(StoreFailure) {
        sequence = row[0].integer ?? 0
        receivedAt = row[1].integer ?? 0
        name = row[2].text.map { EventName(rawValue: $0) }
        profile = row[3].text
        original = row[4].bytes ?? []
        record = try StoredEvent.record(row[6].text.flatMap { Dialect(rawValue: $0) }, row[5].bytes ?? original, row[7].bytes)
    }

    private static func record(_ dialect: Dialect?, _ document: [UInt8], _ residues: [UInt8]?) throws(StoreFailure) -> SharedRecord? {
        guard let dialect, let residues else { return nil }
        do throws(MigrationError) { return try SharedRecord(document: document, dialect: dialect, kind: .event, residues: residues) } catch {
            throw StoreFailure(.failed, "a stored residue is damaged: \(error.message)", remedy: "restore the row from a backup")
        }
    }

    /// The event as a client of a dialect knows it; what is no event, and what the dialect cannot say, as it came in.
    func document(in dialect: Dialect, _ layer: CompatibilityLayer) -> [UInt8] {
        guard let record, let answer = try? layer.answer(record, in: dialect) else { return original }
        return answer.document
    }
}

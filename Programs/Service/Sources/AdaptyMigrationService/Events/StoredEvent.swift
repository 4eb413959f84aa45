@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

/// An event in the database.
struct StoredEvent: Sendable {
    /// The position in commit order. A reader that follows it skips no event.
    let sequence: Int64
    /// Milliseconds since 1970.
    let receivedAt: Int64
    /// The current name; `nil` when there is none.
    let name: EventName?
    let person: PersonIDs
    let environment: StoreEnvironment
    let original: [UInt8]
    /// The dialect of the original; `nil` for an object that is not an event of a known shape.
    let source: Dialect?
    /// The event in its current form with its residue; `nil` for an object that is not an event of a known shape.
    let current: [UInt8]?

    static let columns = "sequence, received_at, name, profile, customer, original, document, dialect, is_sandbox"

    init(_ row: [SQLValue]) {
        sequence = row[0].integer ?? 0
        receivedAt = row[1].integer ?? 0
        name = row[2].text.map { EventName(rawValue: $0) }
        person = PersonIDs(profile: row[3].text, customer: row[4].text)
        environment = StoreEnvironment(row[8].integer)
        original = row[5].bytes ?? []
        source = row[7].text.flatMap { Dialect(rawValue: $0) }
        current = source == nil ? nil : row[6].bytes ?? original
    }

    /// The event in a client's dialect. Objects that are not events, and events that the dialect cannot express, stay
    /// as received.
    func document(in dialect: Dialect) -> [UInt8] {
        guard let current, let answer = try? Migrator().convert(current, from: source, to: dialect) else {
            return original
        }
        return answer.documentWithoutResidue
    }
}

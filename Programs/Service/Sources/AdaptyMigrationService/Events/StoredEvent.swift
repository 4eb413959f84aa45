import AdaptyMigrationTools
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
    /// What the original is in; `nil` for an object that is no event of a known shape.
    let source: Dialect?
    /// The event in its current form, with what leads back to the original; `nil` for an object that is no event of a
    /// known shape.
    let current: [UInt8]?

    static let columns = "sequence, received_at, name, profile, original, document, dialect"

    init(_ row: [SQLValue]) {
        sequence = row[0].integer ?? 0
        receivedAt = row[1].integer ?? 0
        name = row[2].text.map { EventName(rawValue: $0) }
        profile = row[3].text
        original = row[4].bytes ?? []
        source = row[6].text.flatMap { Dialect(rawValue: $0) }
        current = source == nil ? nil : row[5].bytes ?? original
    }

    /// The event as a client of a dialect knows it; what is no event, and what the dialect cannot say, as it came in.
    func document(in dialect: Dialect) -> [UInt8] {
        guard let current, let answer = try? Migrator().convert(current, from: source, to: dialect) else {
            return original
        }
        return answer.document
    }
}

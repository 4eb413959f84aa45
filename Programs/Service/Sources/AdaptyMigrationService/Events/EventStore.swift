@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL
import Metrics

/// The received events, each once.
struct EventStore: Sendable {
    let database: Database
    let signal: DeliverySignal
    let clock: @Sendable () -> Int64

    /// The result of storing an event.
    enum Outcome: String, CaseIterable, Sendable {
        case stored
        /// The same bytes were already stored.
        case duplicate
        /// Other bytes were already stored under the same identity. The new bytes are kept beside them.
        case conflict
    }

    struct Receipt: Sendable {
        let outcome: Outcome
        /// The sequence number of the event; for a duplicate or a conflict, that of the first event.
        let sequence: Int64
    }

    private static let counters = Dictionary(
        uniqueKeysWithValues: Outcome.allCases.map {
            ($0, Counter(label: "adapty.events", dimensions: [("outcome", $0.rawValue)]))
        })

    /// Returns when the event is on disk.
    ///
    /// - Throws: a problem with status 503.
    func keep(_ event: ReceivedEvent) async throws(ProblemDocument) -> Receipt {
        let now = clock()
        let receipt = try await database.write { connection throws(StoreFailure) in
            try EventStore.keep(event, now, connection)
        }
        EventStore.counters[receipt.outcome]?.increment()
        if receipt.outcome == .stored { signal.send() }
        return receipt
    }

    private static func keep(_ event: ReceivedEvent, _ now: Int64, _ connection: any SQLConnection) throws(StoreFailure)
        -> Receipt
    {
        let stored = try connection.run(
            """
            INSERT INTO events (sequence, identity, received_at, dialect, name, profile, customer, is_sandbox, original, document)
            SELECT (SELECT max(sequence) + 1 FROM (SELECT max(sequence) AS sequence FROM events UNION ALL SELECT sequence FROM removed_events) last), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE true ON CONFLICT (identity) DO NOTHING RETURNING sequence
            """,
            [
                .text(event.identity), .integer(now), .text(orNull: event.converted?.source.rawValue),
                .text(orNull: event.name?.rawValue), .text(orNull: event.person.profile),
                .text(orNull: event.person.customer), .integer(event.environment.isSandbox), .blob(event.original),
                event.converted?.document.map { .blob($0) } ?? .null,
            ]
        ).rows
        if let sequence = stored.first?[0].integer { return Receipt(outcome: .stored, sequence: sequence) }
        let
            known = try connection.rows(
                "SELECT sequence, original FROM events WHERE identity = ?1", .text(event.identity))[0],
            sequence = known[0].integer ?? 0
        if known[1].bytes == event.original { return Receipt(outcome: .duplicate, sequence: sequence) }
        _ = try connection.run(
            """
            INSERT INTO conflicts (sequence, digest, received_at, profile, customer, is_sandbox, original)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (sequence, digest) DO NOTHING
            """,
            [
                .integer(sequence), .text(SHA256Hash.hex(event.original)), .integer(now),
                .text(orNull: event.person.profile), .text(orNull: event.person.customer),
                .integer(event.environment.isSandbox), .blob(event.original),
            ])
        return Receipt(outcome: .conflict, sequence: sequence)
    }

    /// The next events after a sequence number, in order: at least one if there is one, and at most as many as fit
    /// comfortably into memory.
    ///
    /// - Parameters:
    ///   - person: only events of these ids; `nil` for all events.
    ///   - environment: only events of this one; `nil` for both.
    func events(
        after sequence: Int64, of person: Person.IDs? = nil, in environment: StoreEnvironment? = nil, limit: Int64
    ) async throws(ProblemDocument) -> [StoredEvent] {
        var condition = "sequence > ?1", parameters = [SQLValue.integer(sequence)]
        func places(_ ids: Set<String>) -> String {
            let first = parameters.count + 1
            parameters += ids.map { .text($0) }
            return (first...parameters.count).map { "?\($0)" }.joined(separator: ", ")
        }
        if let person {
            condition += " AND (profile IN (\(places(person.profiles))) OR customer IN (\(places(person.customers))))"
        }
        if let environment { condition += " AND is_sandbox = \(environment.isSandbox)" }
        let (page, values) = (condition, parameters)
        return try await database.read { connection throws(StoreFailure) in
            let rows = try connection.run(
                """
                SELECT \(StoredEvent.columns) FROM events WHERE \(page) AND sequence <= (SELECT coalesce(max(sequence), 0) FROM (
                SELECT sequence, sum(length(original)) OVER (ORDER BY sequence) - length(original) AS bytes FROM events WHERE \(page) ORDER BY sequence LIMIT \(limit)) page
                WHERE bytes < \(EventStore.pageBytes)) ORDER BY sequence
                """, values
            ).rows
            return rows.map { StoredEvent($0) }
        }
    }

    private static let pageBytes = 4 << 20

    /// Removes the oldest events, at most a thousand.
    ///
    /// - Parameter instant: milliseconds since 1970.
    /// - Returns: the number of removed events.
    func remove(receivedBefore instant: Int64) async throws(ProblemDocument) -> Int {
        let oldest = "SELECT sequence, received_at FROM events ORDER BY sequence LIMIT 1000"
        return try await database.erase { connection throws(StoreFailure) in
            try EventStore.remove(
                "sequence IN (SELECT sequence FROM (\(oldest)) oldest WHERE received_at < ?1)", [.integer(instant)],
                connection)
        }
    }

    /// Removes events, their conflicts and their deliveries.
    ///
    /// - Parameter condition: of a row of `events`.
    /// - Returns: the number of removed events.
    static func remove(_ condition: String, _ parameters: [SQLValue], _ connection: any SQLConnection)
        throws(StoreFailure) -> Int
    {
        let last = "(SELECT coalesce(max(sequence), 0) FROM events)"
        _ = try connection.run("UPDATE removed_events SET sequence = \(last) WHERE sequence < \(last)", [])
        for table in ["conflicts", "deliveries"] {
            _ = try connection.run(
                "DELETE FROM \(table) WHERE sequence IN (SELECT sequence FROM events WHERE \(condition))", parameters)
        }
        return try connection.run("DELETE FROM events WHERE \(condition)", parameters).changed
    }

    /// The bytes received later under the identity of an event, by sequence number.
    func conflicts(from first: Int64, through last: Int64) async throws(ProblemDocument) -> [Int64: [[UInt8]]] {
        try await database.read { connection throws(StoreFailure) in
            let rows = try connection.rows(
                "SELECT sequence, original FROM conflicts WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence, received_at",
                .integer(first), .integer(last))
            return Dictionary(grouping: rows) { $0[0].integer ?? 0 }.mapValues { $0.map { $0[1].bytes ?? [] } }
        }
    }
}

extension SQLValue {
    static func text(orNull text: String?) -> SQLValue { text.map { .text($0) } ?? .null }
}

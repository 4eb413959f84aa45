@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

/// The subscribers and their pending deliveries.
struct SubscriberStore: Sendable {
    let database: Database
    let backoff: Backoff
    let clock: @Sendable () -> Int64

    /// A subscriber in the view of administrators.
    struct Status: Sendable {
        let subscriber: Subscriber
        /// Each event that is sent to the subscriber is counted once, as delivered, pending or parked.
        let delivered: Int64
        let pending: Int64
        let parked: Int64
        /// When the oldest event with a pending delivery was received, in milliseconds since 1970; `nil` when there is
        /// none.
        let oldestPending: Int64?
        /// The failure of the first delivery that waits for a retry or was given up; `nil` when there is none.
        let failure: String?
    }

    // MARK: Subscribers

    /// - Parameter after: the event after which deliveries begin; `nil` for the last existing one.
    /// - Returns: the number of that event.
    func add(_ subscriber: Subscriber, after: Int64?) async throws(ProblemDocument) -> Int64 {
        let now = clock()
        return try await database.write { connection throws(StoreFailure) in
            let last = try connection.rows("SELECT coalesce(max(sequence), 0) FROM events")[0][0].integer ?? 0,
                start = min(after ?? last, last)
            _ = try connection.run(
                "INSERT INTO subscribers (id, url, dialect, is_sandbox, secret, created_at, planned, delivered) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)",
                [
                    .text(subscriber.id), .text(subscriber.url), .text(subscriber.dialect.rawValue),
                    .integer(subscriber.environment.isSandbox), .text(subscriber.secret), .integer(now),
                    .integer(start),
                ])
            return start
        }
    }

    /// - Returns: whether the subscriber existed.
    func remove(_ id: String) async throws(ProblemDocument) -> Bool {
        try await database.write { connection throws(StoreFailure) in
            _ = try connection.run("DELETE FROM deliveries WHERE subscriber = ?1", [.text(id)])
            return try connection.run("DELETE FROM subscribers WHERE id = ?1", [.text(id)]).changed > 0
        }
    }

    /// Retries deliveries that were given up, starting with the first delay.
    ///
    /// - Returns: the number of deliveries; `nil` when the subscriber does not exist.
    func retry(_ id: String) async throws(ProblemDocument) -> Int? {
        try await database.write { connection throws(StoreFailure) in
            guard !(try connection.rows("SELECT 1 FROM subscribers WHERE id = ?1", .text(id))).isEmpty else {
                return nil
            }
            return try connection.run(
                "UPDATE deliveries SET is_parked = 0, attempts = 0, next_at = 0 WHERE subscriber = ?1 AND is_parked = 1",
                [.text(id)]
            ).changed
        }
    }

    func subscribers() async throws(ProblemDocument) -> [Subscriber] {
        try await database.read { connection throws(StoreFailure) in
            try connection.rows("SELECT id, url, dialect, is_sandbox, secret FROM subscribers ORDER BY created_at, id")
                .map(
                    SubscriberStore.subscriber)
        }
    }

    func statuses() async throws(ProblemDocument) -> [Status] {
        try await database.read { connection throws(StoreFailure) in
            let rows = try connection.rows(
                """
                SELECT id, url, dialect, is_sandbox, secret, delivered,
                (SELECT count(*) FROM deliveries WHERE subscriber = s.id AND is_parked = 0) + (SELECT count(*) FROM events WHERE sequence > s.planned AND is_sandbox = s.is_sandbox),
                (SELECT count(*) FROM deliveries WHERE subscriber = s.id AND is_parked = 1),
                (SELECT received_at FROM events WHERE sequence = coalesce((SELECT min(sequence) FROM deliveries WHERE subscriber = s.id AND is_parked = 0),
                (SELECT min(sequence) FROM events WHERE sequence > s.planned AND is_sandbox = s.is_sandbox))),
                (SELECT failure FROM deliveries WHERE subscriber = s.id AND failure IS NOT NULL ORDER BY sequence LIMIT 1) FROM subscribers s ORDER BY created_at, id
                """)
            return rows.map { row in
                let counts = row[5...7].map { $0.integer ?? 0 }
                return Status(
                    subscriber: SubscriberStore.subscriber(row), delivered: counts[0], pending: counts[1],
                    parked: counts[2], oldestPending: row[8].integer, failure: row[9].text)
            }
        }
    }

    private static func subscriber(_ row: [SQLValue]) -> Subscriber {
        Subscriber(
            id: row[0].text ?? "", url: row[1].text ?? "", dialect: Dialect(rawValue: row[2].text ?? "") ?? .webhook,
            environment: StoreEnvironment(row[3].integer), secret: row[4].text ?? "")
    }

    // MARK: Deliveries

    private static let planned = 1000
    /// The maximum number of pending deliveries of a subscriber. Further ones stay among the events, so that the search
    /// for due deliveries does not read them each time.
    private static let pending = 100_000

    /// Creates deliveries for new events. An event without a profile is a lane of its own, because it has no order to
    /// keep.
    ///
    /// - Returns: whether there may be more.
    func plan(_ id: String) async throws(ProblemDocument) -> Bool {
        let isBehind = try await database.read { connection throws(StoreFailure) in
            !(try connection.rows(
                """
                SELECT 1 FROM subscribers WHERE id = ?1 AND planned < (SELECT coalesce(max(sequence), 0) FROM events)
                AND (SELECT count(*) FROM deliveries WHERE subscriber = ?1 AND is_parked = 0) < \(SubscriberStore.pending)
                """, .text(id))).isEmpty
        }
        guard isBehind else { return false }
        return try await database.write { connection throws(StoreFailure) in
            guard
                let planned = try connection.rows("SELECT planned FROM subscribers WHERE id = ?1", .text(id)).first?[0]
                    .integer
            else { return false }
            let last = try connection.rows(
                "SELECT max(sequence) FROM (SELECT sequence FROM events WHERE sequence > ?1 ORDER BY sequence LIMIT \(SubscriberStore.planned)) e",
                .integer(planned))
            guard let end = last[0][0].integer else { return false }
            _ = try connection.run(
                """
                INSERT INTO deliveries (subscriber, sequence, lane, attempts, next_at, is_parked)
                SELECT s.id, e.sequence, CASE WHEN e.profile IS NULL THEN '/' || e.sequence ELSE e.profile END, 0, 0, 0
                FROM subscribers s JOIN events e ON e.is_sandbox = s.is_sandbox WHERE s.id = ?1 AND e.sequence > ?2 AND e.sequence <= ?3
                """, [.text(id), .integer(planned), .integer(end)])
            _ = try connection.run("UPDATE subscribers SET planned = ?2 WHERE id = ?1", [.text(id), .integer(end)])
            return end - planned >= SubscriberStore.planned
        }
    }

    /// The due deliveries. There is at most one of each lane, so that a profile's events arrive in order, and a failure
    /// delays no other profile.
    ///
    /// - Parameter events: the sequence numbers of events whose deliveries are in progress.
    func due(_ id: String, limit: Int, except events: [Int64]) async throws(ProblemDocument) -> [Delivery] {
        let now = clock(), list = "[\(events.map(String.init).joined(separator: ","))]"
        return try await database.read { connection throws(StoreFailure) in
            let isSent =
                connection.dialect == .sqlite
                ? "value FROM json_each(?3)" : "json_array_elements_text(?3::json)::bigint"
            let rows = try connection.rows(
                """
                SELECT \(StoredEvent.columns.split(separator: ", ").map { "e." + $0 }.joined(separator: ", ")), d.attempts FROM deliveries d JOIN events e ON e.sequence = d.sequence
                WHERE d.subscriber = ?1 AND d.is_parked = 0 AND d.next_at <= ?2 AND NOT EXISTS (SELECT 1 FROM deliveries p WHERE p.subscriber = d.subscriber AND p.is_parked = 0
                AND p.lane = d.lane AND p.sequence < d.sequence) AND d.sequence NOT IN (SELECT \(isSent))
                ORDER BY d.next_at, d.sequence LIMIT ?4
                """, .text(id), .integer(now), .text(list), .integer(Int64(limit)))
            return rows.map { row in Delivery(event: StoredEvent(row), attempts: row[row.count - 1].integer ?? 0) }
        }
    }

    /// Records the results of attempts.
    func settle(_ id: String, _ outcomes: [(delivery: Delivery, outcome: DeliveryOutcome)])
        async throws(ProblemDocument)
    {
        let now = clock()
        try await database.write { connection throws(StoreFailure) in
            var delivered: Int64 = 0
            for (delivery, outcome) in outcomes {
                let key: [SQLValue] = [.text(id), .integer(delivery.event.sequence)]
                switch outcome {
                case .delivered:
                    delivered += Int64(
                        try connection.run("DELETE FROM deliveries WHERE subscriber = ?1 AND sequence = ?2", key)
                            .changed)
                case .failed(let failure):
                    let attempts = delivery.attempts + 1, wait = backoff.wait(after: attempts)
                    _ = try connection.run(
                        "UPDATE deliveries SET attempts = ?3, next_at = ?4, is_parked = ?5, failure = ?6 WHERE subscriber = ?1 AND sequence = ?2",
                        key + [
                            .integer(attempts), .integer(now + (wait ?? 0)), .integer(wait == nil ? 1 : 0),
                            .text(failure),
                        ])
                }
            }
            if delivered > 0 {
                _ = try connection.run(
                    "UPDATE subscribers SET delivered = delivered + ?2 WHERE id = ?1", [.text(id), .integer(delivered)])
            }
        }
    }
}

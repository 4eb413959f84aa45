@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyMigrationTesting

/// Events of several profiles in old and new names, mixed, with second deliveries, out of order.
struct LoadPlan: Sendable {
    struct Event: Sendable {
        let id: Int
        let profile: String
        let name: EventName
        let body: String
    }

    /// By their ids, which begin with 0.
    let events: [Event]
    /// What is sent, by id: each event once at least.
    let deliveries: [Int]

    private static let names =
        EventAlias.all.flatMap { [$0.old, $0.current, $0.old.uppercased()] } + [
            "subscription_renewed", "billing_issue_detected", "subscription_refunded", "our_own_name",
        ]

    init(count: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        events = (0..<count).map { id in
            let name = LoadPlan.names[Int.random(in: LoadPlan.names.indices, using: &random)],
                profile = "profile-\(Int.random(in: 0..<max(1, count / 20), using: &random))"
            let month = Int.random(in: 1...9, using: &random),
                end = #","subscription_expires_at":"2026-0\#(month)-01T00:00:00.000000+0000""#
            let body = Samples.event(
                name, id: id % 2 == 0 ? "\(id)" : "\"\(id)\"", profile: profile,
                at: "2025-0\(month)-01T00:00:00.000000+0000", id % 3 == 0 ? "" : end)
            return Event(id: id, profile: profile, name: EventName(rawValue: name), body: body)
        }
        var deliveries = events.map(\.id)
        for id in deliveries where Int.random(in: 0..<5, using: &random) == 0 { deliveries.append(id) }
        // Out of order, but not beyond recognition: each is moved by some hundred places at most.
        for place in deliveries.indices {
            deliveries.swapAt(place, min(deliveries.count - 1, place + Int.random(in: 0..<300, using: &random)))
        }
        self.deliveries = deliveries
    }
}

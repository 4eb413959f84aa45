import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools

/// Computes access levels on request, so that there is no second copy that could differ.
struct AccessStore: Sendable {
    let events: EventStore
    let records: RecordStore

    struct View: Sendable {
        var entitlements = Entitlements()
        /// The number of events that were read.
        var events = 0
        /// The ids that the profile names, and, where it names none, those that the events name.
        var person = PersonIDs.none
    }

    private static let page: Int64 = 500

    /// - Parameter id: a `profile_id` or a `customer_user_id`.
    /// - Returns: `nil` when neither the profile nor an event of it in the environment exists.
    func view(of id: String, in environment: StoreEnvironment) async throws(ProblemDocument) -> View? {
        let stored = try await records.record(RecordRoutes.profiles, id)
        var view = View()
        if let stored {
            view.person = stored.person
            try AccessStore.read { () throws(MigrationError) in
                let profile = try AdaptyProfile(
                    decoding: stored.record.document, as: stored.record.dialect, leniently: true)
                try view.entitlements.apply(profile: profile.only(environment).document, named: "profile")
            }
        }
        let person = try await records.person(id).ids(in: environment)
        try await take(person, in: environment, after: stored?.after ?? 0, into: &view)
        return stored == nil && view.events == 0 ? nil : view
    }

    private func take(
        _ person: Person.IDs, in environment: StoreEnvironment, after start: Int64, into view: inout View
    ) async throws(ProblemDocument) {
        var after = start
        while case let page = try await events.events(
            after: after, of: person, in: environment, limit: AccessStore.page),
            let last = page.last
        {
            for event in page {
                view.events += 1
                view.person = view.person.completed(by: event.person)
                guard let document = event.current else { continue }
                let name = "event \(event.sequence)" + (event.name.map { " " + $0.rawValue } ?? "")
                try AccessStore.read { () throws(MigrationError) in
                    try view.entitlements.apply(event: document, named: name)
                }
            }
            after = last.sequence
        }
    }

    private static func read<Result>(_ body: () throws(MigrationError) -> Result) throws(ProblemDocument) -> Result {
        do throws(MigrationError) { return try body() } catch { throw ProblemDocument(error) }
    }
}

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
    }

    private static let page: Int64 = 500

    /// - Returns: `nil` when neither the profile nor an event of it in the environment exists.
    func view(of id: String, in environment: StoreEnvironment) async throws(ProblemDocument) -> View? {
        let stored = try await records.record(RecordRoutes.profiles, id)
        var view = View(), names = [id]
        if let record = stored?.record {
            let own = try AccessStore.read { () throws(MigrationError) in
                let profile = try AdaptyProfile(decoding: record.document, as: record.dialect, leniently: true)
                try view.entitlements.apply(profile: profile.only(environment).document, named: "profile")
                return profile.profileId
            }
            // A profile may be stored under your own id.
            if let own, own != id { names.append(own) }
        }
        try await take(names, in: environment, after: stored?.after ?? 0, into: &view)
        return stored == nil && view.events == 0 ? nil : view
    }

    private func take(
        _ names: [String], in environment: StoreEnvironment, after start: Int64, into view: inout View
    ) async throws(ProblemDocument) {
        var after = start
        while case let page = try await events.events(after: after, of: names, limit: AccessStore.page),
            let last = page.last
        {
            for event in page where event.environment == environment {
                view.events += 1
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

import AdaptyMigrationSQL

/// All ids of the person whom one id means.
///
/// Worked example: a profile `p` names the customer `u`, and so does an event of the profile `q`. Each of `p`, `q` and
/// `u` means this person. If an event of `q` names the customer `v`, two customers share `q`. Then `u` does not stand
/// for the data of `q` that names no customer, and `q` stands neither for `u` nor for `v`.
///
/// Events of the sandbox connect only events of the sandbox. Otherwise a tester's event that names `p` and `v` could
/// keep the data of `p` from being removed, or remove it with `v`.
struct Person {
    private let inProduction: IDs
    private let inSandbox: IDs

    /// What was removed of a person.
    struct Removal: Sendable {
        var profiles = 0
        var events = 0
        /// Bytes that arrived under the identity of another event.
        var conflicts = 0

        var isEmpty: Bool { profiles + events + conflicts == 0 }
    }

    /// - Parameter id: a `profile_id` or a `customer_user_id`.
    init(_ id: String, _ connection: any SQLConnection) throws(StoreFailure) {
        inProduction = try IDs(id, [], " AND is_sandbox = 0", connection)
        inSandbox = try IDs(id, inProduction.customers, "", connection)
    }

    /// The ids whose events in an environment are the person's.
    func ids(in environment: StoreEnvironment) -> IDs { environment == .sandbox ? inSandbox : inProduction }

    /// Ids that belong together.
    struct IDs: Sendable {
        private(set) var profiles: Set<String>
        let customers: Set<String>

        /// - Parameters:
        ///   - known: customers who are known to be the person.
        ///   - condition: of the events that connect ids.
        fileprivate init(_ id: String, _ known: Set<String>, _ condition: String, _ connection: any SQLConnection)
            throws(StoreFailure)
        {
            func ids(_ wanted: String, where name: String, _ id: String) throws(StoreFailure) -> Set<String> {
                let tables = [("records", ""), ("events", condition), ("conflicts", condition)].map {
                    "SELECT \(wanted) FROM \($0) WHERE \(name) = ?1 AND \(wanted) IS NOT NULL\($1)"
                }
                let rows = try connection.rows(tables.joined(separator: " UNION "), .text(id))
                return Set(rows.compactMap { $0[0].text })
            }
            let named = try ids("customer", where: "profile", id).subtracting([id])
            customers = known.union(named.count == 1 ? named : []).union([id])
            profiles = [id]
            for customer in customers {
                for profile in try ids("profile", where: "customer", customer)
                where try ids("customer", where: "profile", profile).isSubset(of: customers) {
                    profiles.insert(profile)
                }
            }
        }

        /// A column, and an id of the person in it.
        fileprivate var columns: [(name: String, id: String)] {
            profiles.map { ("profile", $0) } + customers.map { ("customer", $0) }
        }
    }

    /// Removes the person's profiles and events with their deliveries.
    func remove(_ connection: any SQLConnection) throws(StoreFailure) -> Removal {
        var removal = Removal()
        for (name, id) in inProduction.columns {
            try removal.removeEvents("\(name) = ?1", id, connection)
            removal.profiles += try connection.run("DELETE FROM records WHERE \(name) = ?1", [.text(id)]).changed
        }
        for (name, id) in inSandbox.columns {
            try removal.removeEvents("\(name) = ?1 AND is_sandbox = 1", id, connection)
        }
        // A profile that names no id is that of its path.
        for id in inProduction.profiles.union(inProduction.customers) {
            removal.profiles += try connection.run(
                "DELETE FROM records WHERE kind = 'profile' AND id = ?1 AND profile IS NULL AND customer IS NULL",
                [.text(id)]
            ).changed
        }
        return removal
    }
}

extension Person.Removal {
    /// - Parameter condition: of a row of `events` and of `conflicts`, with an id.
    fileprivate mutating func removeEvents(_ condition: String, _ id: String, _ connection: any SQLConnection)
        throws(StoreFailure)
    {
        let id = [SQLValue.text(id)]
        conflicts += try connection.run("DELETE FROM conflicts WHERE \(condition)", id).changed
        events += try EventStore.remove(condition, id, connection)
    }
}

import AdaptyMigrationSQL

/// All ids of the person whom one id means.
///
/// Worked example: a profile `p` names the customer `u`, and so does an event of the profile `q`. Each of `p`, `q` and
/// `u` means this person. If an event of `q` names the customer `v`, two customers share `q`. Then `u` does not stand
/// for the data of `q` that names no customer, and `q` stands neither for `u` nor for `v`.
struct Person {
    private let id: String
    private let profiles: Set<String>
    private let customers: Set<String>

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
        self.id = id
        let named = try Person.customers(of: id, connection).subtracting([id])
        customers = named.count == 1 ? named.union([id]) : [id]
        var profiles: Set = [id]
        for customer in customers {
            for profile in try Person.ids("profile", where: "customer", customer, connection) {
                if try Person.customers(of: profile, connection).isSubset(of: customers) { profiles.insert(profile) }
            }
        }
        self.profiles = profiles
    }

    private static func customers(of profile: String, _ connection: any SQLConnection) throws(StoreFailure) -> Set<
        String
    > { try ids("customer", where: "profile", profile, connection) }

    private static func ids(_ wanted: String, where known: String, _ id: String, _ connection: any SQLConnection)
        throws(StoreFailure) -> Set<String>
    {
        let tables = ["records", "events", "conflicts"].map {
            "SELECT \(wanted) FROM \($0) WHERE \(known) = ?1 AND \(wanted) IS NOT NULL"
        }
        return Set(try connection.rows(tables.joined(separator: " UNION "), .text(id)).compactMap { $0[0].text })
    }

    /// Removes the person's profiles and events with their deliveries.
    func remove(_ connection: any SQLConnection) throws(StoreFailure) -> Removal {
        var removal = Removal()
        for (column, ids) in [("profile", profiles), ("customer", customers)] {
            for id in ids {
                let condition = "\(column) = ?1", id = [SQLValue.text(id)]
                removal.conflicts += try connection.run("DELETE FROM conflicts WHERE \(condition)", id).changed
                removal.events += try EventStore.remove(condition, id, connection)
                removal.profiles += try connection.run("DELETE FROM records WHERE \(condition)", id).changed
            }
        }
        // A profile that names no id is that of its path.
        for id in profiles.union(customers) {
            removal.profiles += try connection.run(
                "DELETE FROM records WHERE kind = 'profile' AND id = ?1 AND profile IS NULL AND customer IS NULL",
                [.text(id)]
            ).changed
        }
        return removal
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// The ids by which a profile or an event names a person. They are columns, so that a person's data is found by index.
struct PersonIDs: Sendable {
    /// Adapty's `profile_id`; `nil` when none is named.
    let profile: String?
    /// Your own `customer_user_id`; `nil` when none is named.
    let customer: String?

    /// The ids of a document that names nobody.
    static let none = PersonIDs(profile: nil, customer: nil)

    init(profile: String?, customer: String?) { (self.profile, self.customer) = (profile, customer) }

    init(_ profile: AdaptyProfile) {
        self.profile = profile.profileId.flatMap(PersonIDs.column)
        customer = profile.customerUserId.flatMap(PersonIDs.column)
    }

    init(_ event: EventFacts) {
        profile = event.profile.flatMap(PersonIDs.column)
        customer = event.customer.flatMap(PersonIDs.column)
    }

    /// Whether two documents are of one profile: they name the same `profile_id`, or no id in two ways. A profile may get
    /// another customer.
    func isSame(as other: PersonIDs) -> Bool {
        if let profile, let its = other.profile { return profile == its }
        return customer == nil || other.customer == nil || customer == other.customer
    }

    /// The ids, and in place of those that are not named, those of another document of the same profile.
    func completed(by other: PersonIDs) -> PersonIDs {
        isSame(as: other) ? PersonIDs(profile: profile ?? other.profile, customer: customer ?? other.customer) : self
    }

    /// Whether a profile with these ids may be stored under an id: one of them, or any if there is none.
    func allow(_ id: String) -> Bool { profile == id || customer == id || profile == nil && customer == nil }

    /// An id as it is stored; `nil` for an empty one. Databases do not accept a zero byte in text.
    private static func column(_ id: String) -> String? {
        id.isEmpty || id.utf8.contains(0) ? nil : ReceivedEvent.short(id)
    }
}

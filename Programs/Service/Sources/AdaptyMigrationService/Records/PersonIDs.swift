@_spi(Tools) import AdaptyMigrationTools

/// The ids by which a profile or an event names a person. They are columns, so that a person's data is found by index.
struct PersonIDs: Sendable {
    /// Adapty's `profile_id`; `nil` when none is named.
    let profile: String?
    /// Your own `customer_user_id`; `nil` when none is named.
    let customer: String?

    init(_ profile: AdaptyProfile) {
        self.profile = profile.profileId.flatMap(PersonIDs.column)
        customer = profile.customerUserId.flatMap(PersonIDs.column)
    }

    init(_ event: EventFacts) {
        profile = event.profile.flatMap(PersonIDs.column)
        customer = event.customer.flatMap(PersonIDs.column)
    }

    /// An id as it is stored; `nil` for an empty one. Databases do not accept a zero byte in text.
    private static func column(_ id: String) -> String? {
        id.isEmpty || id.utf8.contains(0) ? nil : ReceivedEvent.short(id)
    }
}

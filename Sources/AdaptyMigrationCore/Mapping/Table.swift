/// The name of one table.
package enum TableID: String, CaseIterable, Sendable {
    case profile, accessLevel, subscription, nonSubscription, paywall, product, reference, discount, period, promo,
        event,
        eventProperties, updateParameters

    package static let count = allCases.count

    /// Its position among all tables.
    package var number: Int {
        switch self {
        case .profile: 0
        case .accessLevel: 1
        case .subscription: 2
        case .nonSubscription: 3
        case .paywall: 4
        case .product: 5
        case .discount: 6
        case .period: 7
        case .promo: 8
        case .event: 9
        case .eventProperties: 10
        case .updateParameters: 11
        case .reference: 12
        }
    }

    /// The heading in documents.
    package var title: String {
        switch self {
        case .profile: "Profile"
        case .accessLevel: "Access level"
        case .subscription: "Subscription"
        case .nonSubscription: "Non-subscription"
        case .paywall: "Paywall"
        case .product: "Product"
        case .reference: "Product reference"
        case .discount: "Product discount"
        case .period: "Subscription period"
        case .promo: "Promo"
        case .event: "Webhook event"
        case .eventProperties: "Event properties"
        case .updateParameters: "Subscription update parameters"
        }
    }
}

/// The rows of one kind of object.
package struct Table: Sendable {
    package let id: TableID
    package let rows: [Row]
    /// The member that distinguishes the entries of an array; `nil` when there is none.
    package let identity: String?

    /// The names of the members that contain records, in every spelling.
    var memberNames: Set<String> {
        Set(rows.flatMap { row in Column.allCases.flatMap { row.names[$0].map { $0.path[0] } } })
    }

    init(_ id: TableID, identity: String? = nil, _ rows: [Row]) {
        self.id = id
        self.rows = rows
        self.identity = identity
    }

    /// The rows that no other table has in this form, for documents.
    package var ownRows: [Row] { id == .reference ? rows.filter { $0.names.isInReference } : rows }

    func row(_ id: String) -> Row? { rows.first { $0.id == id } }

    /// All tables.
    package static let all: [Table] = [
        .profile, .accessLevel, .subscription, .nonSubscription, .paywall, .product, .reference, .discount, .period,
        .promo,
        .event, .eventProperties, .updateParameters,
    ]

    /// One table. The others are not made for it.
    package static subscript(id: TableID) -> Table {
        switch id {
        case .profile: profile
        case .accessLevel: accessLevel
        case .subscription: subscription
        case .nonSubscription: nonSubscription
        case .paywall: paywall
        case .product: product
        case .reference: reference
        case .discount: discount
        case .period: period
        case .promo: promo
        case .event: event
        case .eventProperties: eventProperties
        case .updateParameters: updateParameters
        }
    }
}

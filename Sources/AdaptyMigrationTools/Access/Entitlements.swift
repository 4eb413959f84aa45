import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// The access levels of a user, and the documents that prove them. They are computed from a profile and the events that
/// arrived after it, in order of arrival.
///
/// Worked example: according to the profile, `premium` is active until March through `com.app.month`. Then
/// `subscription_renewal_cancelled` arrives for that product: `premium` stays active until March, but will not renew.
/// Then `subscription_cancelled` arrives, the old name for *ended*: `premium` is not active.
///
/// An event with an access level (`access_level_updated`) replaces that level. All other events name a product. They
/// apply to the levels from that product, or to the product itself if no document named its level. Dates are combined
/// with the latest information, as in `verify --at`.
public struct Entitlements: Sendable {
    /// An access level, or a product whose level is unknown.
    public struct Entry: Sendable {
        /// Id of the access level; `nil` when only the product is known.
        public let level: String?
        /// The product behind it; `nil` when no document names it.
        public fileprivate(set) var product: String?
        /// The meaning of its last event; `nil` when only the profile mentions it.
        public fileprivate(set) var meaning: EventMeaning?
        /// The document that proves it, by the name passed as `source`.
        public fileprivate(set) var evidence: String
        fileprivate var facts: AccessReading.Facts
        /// The time of the event that opened it, in milliseconds since 1970.
        fileprivate var openedAt: Int64?
        /// The time of the event that closed it, in milliseconds since 1970.
        fileprivate var closedAt: Int64?

        /// When it starts, to the millisecond; `nil` when there is no start.
        public var startsAt: Timestamp? { facts.date(.startsAt).map { Timestamp(microseconds: $0 * 1000) } }
        /// When it ends, to the millisecond; `nil` when there is no end.
        public var expiresAt: Timestamp? { end.map { Timestamp(microseconds: $0 * 1000) } }
        /// Milliseconds since 1970.
        fileprivate var end: Int64? { isLifetime ? nil : facts.date(.expiresAt) }
        /// Whether it will renew; `nil` when no document says.
        public var willRenew: Bool? { facts.flag(.willRenew) }
        /// Whether it never ends; `false` when no document says.
        public var isLifetime: Bool { facts.flag(.isLifetime) ?? false }
        /// Whether the purchase was refunded; `false` when no document says.
        public var isRefund: Bool { facts.flag(.isRefund) ?? false }

        /// Whether it is active at an instant, such as `Timestamp(Date())`; `false` when that is no date.
        public func isActive(at instant: Timestamp) -> Bool {
            guard let instant = instant.microseconds else { return false }
            return facts.isActive(at: instant / 1000 - (instant % 1000 < 0 ? 1 : 0))
        }
    }

    private var levels: [String: Entry] = [:]
    private var products: [String: Entry] = [:]

    /// Creates a list without entries. Each document that is folded into it adds some.
    public init() {}

    /// Access levels by id, then products by id.
    public var entries: [Entry] { [levels, products].flatMap { $0.sorted { $0.key < $1.key }.map(\.value) } }

    /// Adds a profile. Its access levels replace the previous information.
    ///
    /// - Parameters:
    ///   - document: a profile of any dialect.
    ///   - source: the name of the document in ``Entry/evidence``.
    ///   - maximumDepth: the deepest nesting accepted.
    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public mutating func apply(
        profile document: [UInt8], named source: String, maximumDepth: Int = MigrationOptions().maximumDepth
    ) throws(MigrationError) {
        let subjects = AccessReading(try JSONScanner.index(document, maximumDepth: maximumDepth)).subjects,
            prefix = "access level "
        (levels, products) = ([:], [:])
        for (subject, facts) in subjects where subject.hasPrefix(prefix) {
            let id = String(subject.dropFirst(prefix.count))
            levels[id] = Entry(
                level: id, product: facts.text(.product), meaning: nil, evidence: source, facts: facts, openedAt: nil)
        }
    }

    /// Adds the next event. An event without a product and an access level, or with an unknown name, changes nothing.
    ///
    /// - Parameters:
    ///   - document: an event of any generation.
    ///   - source: the name of the document in ``Entry/evidence``.
    ///   - maximumDepth: the deepest nesting accepted.
    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public mutating func apply(
        event document: [UInt8], named source: String, maximumDepth: Int = MigrationOptions().maximumDepth
    ) throws(MigrationError) {
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        guard let said = AccessReading(index).facts(of: "event"), let name = said.text(.event) else { return }
        let event = Event(
            meaning: EventName(rawValue: name).meaning, said: said, happenedAt: Entitlements.date(index), source: source
        )
        if event.meaning == .accessChanged {
            if let level = Entitlements.level(index) { replace(level, event) }
        } else if let product = said.text(.product), event.meaning != .unknown {
            apply(event, to: product)
        }
    }

    // MARK: Events

    fileprivate struct Event {
        let meaning: EventMeaning
        let said: AccessReading.Facts
        /// Milliseconds since 1970; `nil` when the event has no time.
        let happenedAt: Int64?
        let source: String

        /// Whether the event closes the purchase: it ended or was refunded.
        var closes: Bool { meaning.isEntitled == false || meaning == .refunded }
        /// Whether another period begins.
        var opens: Bool { [.started, .continued, .purchased].contains(meaning) }
    }

    private mutating func replace(_ level: String, _ event: Event) {
        let product = event.said.text(.product) ?? levels[level]?.product
        if let product { products[product] = nil }
        levels[level] = Entry(
            level: level, product: product, meaning: .accessChanged, evidence: event.source, facts: event.said,
            openedAt: event.happenedAt)
    }

    private mutating func apply(_ event: Event, to product: String) {
        let known = levels.filter { $0.value.product == product }.keys
        for level in known { levels[level]?.apply(event) }
        guard known.isEmpty else { return }
        var entry =
            products[product]
            ?? Entry(level: nil, product: product, meaning: nil, evidence: event.source, facts: [:], openedAt: nil)
        entry.apply(event)
        products[product] = entry
    }

    private static func date(_ index: JSONIndex) -> Int64? {
        guard let node = index.member(0, "event_datetime"), let text = index.text(node).map({ Array($0.utf8) }) else {
            return nil
        }
        return AccessInstant.milliseconds(text, 0, text.count)
    }

    private static func level(_ index: JSONIndex) -> String? {
        let name = "access_level_id"
        return (index.member(0, "event_properties").flatMap { index.member($0, name) } ?? index.member(0, name)).flatMap
        { index.text($0) }
    }
}

extension Entitlements.Entry {
    fileprivate mutating func apply(_ event: Entitlements.Event) {
        if event.closes {
            guard !isOfEarlierPeriod(event) else { return }
            set(.isActive, .flag(false))
            set(.willRenew, .flag(false))
            if event.meaning == .refunded { set(.isRefund, .flag(true)) }
            closedAt = event.happenedAt
        } else if event.meaning.isEntitled == true {
            guard !isOfClosedPeriod(event) else { return }
            open(event)
        }
        (meaning, evidence) = (event.meaning, event.source)
    }

    private mutating func open(_ event: Entitlements.Event) {
        let end = event.said[.subscriptionExpiresAt]?.value ?? .unsaid
        if end != .unsaid {
            set(.expiresAt, end)
        } else if event.opens, (facts.date(.expiresAt) ?? .max) <= event.happenedAt ?? .max {
            facts[.expiresAt] = nil
        }
        switch event.meaning {
        case .renewalOff: set(.willRenew, .flag(false))
        case .renewalOn: set(.willRenew, .flag(true))
        case .started, .continued: if end != .unsaid { set(.willRenew, .flag(true)) }
        default: break
        }
        if event.opens || facts[.isActive] == nil {
            set(.isActive, .flag(true))
            set(.isRefund, .flag(false))
            openedAt = event.happenedAt
        }
    }

    /// Events can arrive late. An end that happened before the current period began, and that names an earlier expiry,
    /// belongs to another period.
    private func isOfEarlierPeriod(_ event: Entitlements.Event) -> Bool {
        guard event.meaning == .ended, let openedAt, let happenedAt = event.happenedAt, happenedAt < openedAt else {
            return false
        }
        return event.said.date(.subscriptionExpiresAt) ?? happenedAt < end ?? .max
    }

    /// The beginning of a period can arrive after its end or its refund. A beginning that happened before that, and
    /// that reaches no further, opens nothing.
    private func isOfClosedPeriod(_ event: Entitlements.Event) -> Bool {
        guard event.opens, let closedAt, let happenedAt = event.happenedAt, happenedAt < closedAt else { return false }
        return isRefund || event.said.date(.subscriptionExpiresAt) ?? happenedAt <= closedAt
    }

    private mutating func set(_ field: AccessField, _ value: AccessFact.Value) {
        facts[field] = AccessFact(field, value)
    }
}

extension AccessReading.Facts {
    fileprivate func text(_ field: AccessField) -> String? {
        if case .text(let text) = self[field]?.value { text } else { nil }
    }
}

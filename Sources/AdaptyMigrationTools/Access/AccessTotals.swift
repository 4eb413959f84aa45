import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// Counts and sums over many documents: business figures before and after a migration.
@_spi(Tools) public struct AccessTotals: Sendable {
    /// One line: the name of a count or sum, and its value.
    public struct Line: Sendable, Hashable {
        /// Which count or sum, for example `active at 2024-01-01`.
        public let name: String
        /// A decimal number.
        public let value: String
    }

    /// The maximum number of names with a count of their own. Further names are counted together, so that hostile data
    /// needs no memory.
    private static let mostNames = 10_000

    private let instants: [Int64]
    private var counts: [String: Int] = [:]
    private var sums: [String: Amount.Sum] = [:]

    /// - Parameter instants: the instants at which active access is counted, in microseconds since 1970.
    public init(instants: [Int64]) { self.instants = instants }

    /// Adds a record of any dialect without its residue.
    ///
    /// - Parameter goesByDates: whether an entry without a flag is judged by its dates, because the record comes from a
    ///   dialect without flags, or went to one.
    /// - Throws: ``MigrationError`` when the bytes are not JSON.
    public mutating func add(
        _ document: [UInt8], goesByDates: Bool = false, maximumDepth: Int = MigrationOptions().maximumDepth
    ) throws(MigrationError) {
        let reading = AccessReading(try JSONScanner.index(document, maximumDepth: maximumDepth))
        for (subject, facts) in reading.subjects {
            if subject == "event" {
                add(event: facts)
            } else if AccessTotals.mayBeOpen(subject) {
                add(subject, facts, goesByDates: facts[.isActive] == nil || goesByDates && facts[.expiresAt] != nil)
            } else {
                count(subject.hasPrefix("purchase ") ? "purchases" : "products")
            }
        }
    }

    /// Whether a record is of a dialect without flags, as API v2 is.
    public static func hasNoFlags(_ document: [UInt8], maximumDepth: Int = MigrationOptions().maximumDepth) -> Bool {
        guard let index = try? JSONScanner.index(document, maximumDepth: maximumDepth) else { return false }
        return AccessReading(index).subjects.contains { mayBeOpen($0.subject) && $0.facts[.isActive] == nil }
    }

    private static func mayBeOpen(_ subject: String) -> Bool {
        subject.hasPrefix("access level ") || subject.hasPrefix("subscription ")
    }

    private mutating func add(event facts: AccessReading.Facts) {
        guard case .text(let name)? = facts[.event]?.value else { return count("event without a name") }
        let effect = AccessEvent.bySpelling[name]?.effect ?? "a name of your own"
        count("event \(name) (\(effect))")
        for field in [AccessField.priceUSD, .proceedsUSD, .netRevenueUSD] {
            guard case .amount(let amount)? = facts[field]?.value else { continue }
            for line in ["\(field.spellings[0]) of all events", "\(field.spellings[0]) of \(name)"]
            where isRoom(line, in: sums) { sums[line, default: .init()].add(amount) }
        }
    }

    private mutating func add(_ subject: String, _ facts: AccessReading.Facts, goesByDates: Bool) {
        count(subject)
        for field in [AccessField.willRenew, .isLifetime, .isInGracePeriod, .isRefund]
        where facts[field]?.value == .flag(true) { count("\(subject), \(field.told(.flag(true)))") }
        let isSaid = facts[.isActive].map { $0.value != .unsaid } ?? false
        if !isSaid {
            count("\(subject), does not say whether it is active: \(goesByDates ? "judged by its dates" : "closed")")
        }
        for instant in instants where facts.isActive(at: instant / 1000, trustsFlag: isSaid || !goesByDates) {
            count("\(subject), active at \(AccessInstant.text(instant / 1000))")
        }
    }

    private mutating func count(_ name: String) { counts[isRoom(name, in: counts) ? name : "others", default: 0] += 1 }

    private func isRoom<Value>(_ name: String, in names: [String: Value]) -> Bool {
        names.count < AccessTotals.mostNames || names[name] != nil
    }

    /// Adds up two totals.
    public static func += (totals: inout AccessTotals, other: AccessTotals) {
        for (name, count) in other.counts {
            totals.counts[totals.isRoom(name, in: totals.counts) ? name : "others", default: 0] += count
        }
        for (name, sum) in other.sums where totals.isRoom(name, in: totals.sums) {
            totals.sums[name, default: .init()] += sum
        }
    }

    /// Every count and sum, by name.
    public var lines: [Line] {
        counts.sorted { $0.key < $1.key }.map { Line(name: $0.key, value: String($0.value)) }
            + sums.sorted { $0.key < $1.key }.map { Line(name: $0.key, value: $0.value.description) }
    }
}

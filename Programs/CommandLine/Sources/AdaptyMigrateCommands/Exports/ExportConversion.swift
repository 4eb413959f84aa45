@_spi(Tools) import AdaptyMigrationTools
/// Upgrades the rows of an export of events, or takes them back. Each upgraded row is proven before it is returned.
struct ExportConversion: Sendable {
    /// A row that was converted.
    struct Row {
        let bytes: [UInt8]
        let oldName: String
        let newName: String

        /// Whether Adapty gives or gave an event this name.
        var hasKnownName: Bool { EventName(rawValue: newName).isKnown }

        /// The dialects of the event before and after, which follow from its name.
        var source: Dialect { EventName(rawValue: oldName).dialect }
        var target: Dialect { EventName(rawValue: newName).dialect }
    }

    /// Makes a conversion from the header of an export.
    typealias Maker = (_ header: [UInt8]) throws(MigrationError) -> ExportConversion

    /// The header to write.
    let header: [UInt8]
    private let old: EventExport, new: EventExport
    private let direction: Direction
    private let keepsNames: Bool

    /// - Parameters:
    ///   - header: the first row.
    ///   - keepsNames: whether an upgraded export has, or gets, the column for old names.
    init(header: [UInt8], _ direction: Direction, keepsNames: Bool) throws(MigrationError) {
        old = try EventExport(header: header)
        self.direction = direction
        self.keepsNames = keepsNames
        self.header = direction == .downgrade ? old.restoredHeader : keepsNames ? old.upgradedHeader : header
        new = try EventExport(header: self.header)
    }

    /// The event name in a row.
    func eventName(_ row: [UInt8]) throws(MigrationError) -> String { try old.eventName(row) }

    func convert(_ row: [UInt8], _ judge: EventJudge) throws(MigrationError) -> Row {
        let bytes: [UInt8]
        if direction == .downgrade {
            bytes = try old.restore(row) ?? row
        } else if let made = try old.upgrade(row, keepsName: keepsNames) {
            try prove(made, row, judge)
            bytes = made
        } else {
            bytes = keepsNames ? old.padded(row) : row
        }
        return Row(bytes: bytes, oldName: try old.eventName(row), newName: try new.eventName(bytes))
    }

    /// Laws 1, 5 and 7: the row can be restored, a second upgrade does not change it, and its meaning is the same.
    private func prove(_ made: [UInt8], _ row: [UInt8], _ judge: EventJudge) throws(MigrationError) {
        if keepsNames, !old.hasResidue, try new.restore(made) != row {
            throw MigrationError(
                .notReversible, "the row could not be restored exactly", remedy: "it stays as it is; please report it")
        }
        guard try new.upgrade(made, keepsName: keepsNames) == nil else {
            throw MigrationError(
                .notReversible, "a second upgrade would change the row again",
                remedy: "it stays as it is; please report it")
        }
        let before = try old.eventName(row), after = try new.eventName(made)
        guard judge.meaning(before) == judge.meaning(after) else {
            throw MigrationError(
                MigrationError.Code(rawValue: "access-changed"),
                "\(before) means \(judge.meaning(before)), and \(after) means \(judge.meaning(after))",
                remedy: "the row stays as it is; please report it")
        }
    }
}

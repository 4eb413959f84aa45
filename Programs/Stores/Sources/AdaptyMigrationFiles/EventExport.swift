public import AdaptyMigrationTools

/// A CSV export of events, as Adapty puts them into S3 and GCS: a header that names an `event_type`, and one event a
/// row.
///
/// ```
/// profile_id,event_type,revenue_usd                     profile_id,event_type,revenue_usd,_adapty_migration
/// p1,subscription_cancelled,9.90                   →    p1,subscription_expired,9.90,subscription_cancelled
/// p2,subscription_renewed,9.90                          p2,subscription_renewed,9.90,
/// ```
///
/// Event names become current; the last column keeps a name that changed, so that the way back is exact. Columns,
/// quotes, line ends and all other bytes stay.
public struct EventExport: Sendable {
    /// How many columns there are without ours.
    private let columns: Int
    private let event: Int
    private let header: CSVRow
    /// Whether the last column is the one that keeps names.
    public let hasResidue: Bool

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Parameter header: the first row, without its line ending, with its byte order mark if it has one.
    /// - Throws: ``MigrationError`` when it names no `event_type`, or names it twice.
    public init(header bytes: [UInt8]) throws(MigrationError) {
        let isMarked = bytes.starts(with: EventExport.mark)
        guard let header = CSVRow(bytes), let bare = CSVRow(isMarked ? Array(bytes.dropFirst(3)) : bytes) else {
            throw EventExport.refusal("a quote in its first row is not closed")
        }
        let names = bare.fields.indices.map(bare.value)
        guard let event = names.firstIndex(of: "event_type") else {
            throw EventExport.refusal("its first row names no event_type column")
        }
        guard names.lastIndex(of: "event_type") == event else {
            throw EventExport.refusal("its first row names two event_type columns")
        }
        let residue = names.firstIndex(of: Residue.memberName)
        guard residue == nil || residue == names.count - 1 && event != residue else {
            throw MigrationError(
                .foreignResidue, "the column \(Residue.memberName) is not the last one",
                remedy: "rename it if it is your own")
        }
        self.header = header
        self.event = event
        hasResidue = residue != nil
        columns = names.count - (hasResidue ? 1 : 0)
    }

    private static func refusal(_ message: String) -> MigrationError {
        MigrationError(
            MigrationError.Code(rawValue: "not-an-export"), "this is no export of events: \(message)",
            remedy: "the file stays as it is; CSV files must be exports of events with a header")
    }

    /// The header of an upgraded export.
    public var upgradedHeader: [UInt8] {
        if hasResidue { return header.bytes }
        var row = header
        row.append(Residue.memberName)
        return row.bytes
    }

    /// The header before the upgrade.
    public var restoredHeader: [UInt8] {
        guard hasResidue else { return header.bytes }
        var row = header
        row.removeLast()
        return row.bytes
    }

    /// What a row is called, as it is written.
    ///
    /// - Throws: ``MigrationError`` when it is no row of this export.
    public func eventName(_ row: [UInt8]) throws(MigrationError) -> String { try read(row).value(event) }

    private func read(_ bytes: [UInt8]) throws(MigrationError) -> CSVRow {
        let code = MigrationError.Code(rawValue: "invalid-csv")
        guard let row = CSVRow(bytes) else {
            throw MigrationError(
                code, "a quote is not closed", remedy: "close it, or double the quotes inside the field")
        }
        guard row.fields.count == columns || hasResidue && row.fields.count == columns + 1 else {
            throw MigrationError(
                code, "the row has \(row.fields.count) fields, and the header \(columns)",
                remedy: "quote fields that hold commas or line breaks")
        }
        return row
    }

    /// A row with its current event name.
    ///
    /// - Parameter keepsName: whether the export has, or gets, the column for names.
    /// - Returns: `nil` when the row has its current name.
    /// - Throws: ``MigrationError`` when it is no row of this export, or would not come back.
    public func upgrade(_ bytes: [UInt8], keepsName: Bool) throws(MigrationError) -> [UInt8]? {
        var row = try read(bytes)
        let name = row.value(event), current = EventName(rawValue: name).canonical.rawValue
        guard current != name else { return nil }
        row.replace(event, with: current)
        guard keepsName else { return row.bytes }
        if row.fields.count > columns { row.replace(columns, with: name) } else { row.append(name) }
        return row.bytes
    }

    /// A row that has its current name, with a last column for names.
    public func padded(_ row: [UInt8]) -> [UInt8] { hasResidue ? row : row + [CSVRow.comma] }

    /// A row of an upgraded export as it was. A name that was edited since stays.
    ///
    /// - Returns: `nil` when the row stays as it is.
    /// - Throws: ``MigrationError`` when it is no row of this export.
    public func restore(_ bytes: [UInt8]) throws(MigrationError) -> [UInt8]? {
        var row = try read(bytes)
        guard row.fields.count > columns else { return nil }
        let old = row.value(columns)
        if !old.isEmpty, EventName(rawValue: old).canonical.rawValue == row.value(event) {
            row.replace(event, with: old)
        }
        row.removeLast()
        return row.bytes
    }
}

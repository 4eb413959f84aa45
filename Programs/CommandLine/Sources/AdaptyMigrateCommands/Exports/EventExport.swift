@_spi(Tools) import AdaptyMigrationTools

/// A CSV export of events, as Adapty writes it to S3 and GCS: a header with an `event_type` column, and one event per
/// row.
///
/// ```
/// profile_id,event_type,revenue_usd                     profile_id,event_type,revenue_usd,_adapty_migration
/// p1,subscription_cancelled,9.90                   →    p1,subscription_expired,9.90,subscription_cancelled
/// p2,subscription_renewed,9.90                          p2,subscription_renewed,9.90,
/// ```
///
/// Event names become current. The last column keeps each changed name, so that the way back is exact. Columns, quotes,
/// line ends and all other bytes are kept.
struct EventExport: Sendable {
    /// The number of columns without ours.
    private let columns: Int
    private let event: Int
    private let header: CSVRow
    /// Whether the last column is the one for old names.
    let hasResidue: Bool

    /// - Parameter header: the first row without its line ending.
    /// - Throws: ``MigrationError`` when there is no `event_type` column, or more than one.
    init(header bytes: [UInt8]) throws(MigrationError) {
        guard let header = CSVRow(bytes) else {
            throw EventExport.refusal("its first row has an unclosed quote")
        }
        let names = header.values
        guard let event = names.firstIndex(of: "event_type") else {
            let shown = names.prefix(5).map { "`\($0.prefix(30))`" }.joined(separator: ", "),
                more = names.count > 5 ? " and \(names.count - 5) more" : ""
            throw EventExport.refusal(
                "its first row has no event_type column, but, separated by commas, \(shown)\(more)")
        }
        guard names.lastIndex(of: "event_type") == event else {
            throw EventExport.refusal("its first row has two event_type columns")
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
            MigrationError.Code(rawValue: "not-an-export"), "this is not an export of events: \(message)",
            remedy: "use an export of events with a header row, or name a column that contains JSON: --inside COLUMN")
    }

    /// The header of an upgraded export.
    var upgradedHeader: [UInt8] {
        if hasResidue { return header.bytes }
        var row = header
        row.append(Residue.memberName)
        return row.bytes
    }

    /// The header before the upgrade.
    var restoredHeader: [UInt8] {
        guard hasResidue else { return header.bytes }
        var row = header
        row.removeLast()
        return row.bytes
    }

    /// The event name in a row, as it is written.
    ///
    /// - Throws: ``MigrationError`` when it is not a row of this export.
    func eventName(_ row: [UInt8]) throws(MigrationError) -> String { try read(row).value(event) }

    private func read(_ bytes: [UInt8]) throws(MigrationError) -> CSVRow {
        try CSVRow(bytes, columns: columns, more: hasResidue ? 1 : 0)
    }

    /// A row with its current event name.
    ///
    /// - Parameter keepsName: whether the export has, or will get, the column for old names.
    /// - Returns: `nil` when the row already has its current name.
    /// - Throws: ``MigrationError`` when it is not a row of this export, or could not be restored.
    func upgrade(_ bytes: [UInt8], keepsName: Bool) throws(MigrationError) -> [UInt8]? {
        var row = try read(bytes)
        let name = row.value(event), current = EventName(rawValue: name).canonical.rawValue
        guard current != name else { return nil }
        try requireAlone(row, name)
        row.replace(event, with: current)
        guard keepsName else { return row.bytes }
        if row.fields.count > columns { row.replace(columns, with: name) } else { row.append(name) }
        return row.bytes
    }

    /// Another column with the same event would keep the old name.
    private func requireAlone(_ row: CSVRow, _ name: String) throws(MigrationError) {
        for number in row.fields.indices where row.mayBeJSON(number) && number < columns {
            guard let event = try? RawJSON(decoding: Array(row.value(number).utf8)),
                event["event_type"]?.string == name
            else { continue }
            let column = header.value(number)
            throw MigrationError(
                MigrationError.Code(rawValue: "half-converted"), "the column \(column) contains the same event",
                remedy: "convert both: --inside \(column)")
        }
    }

    /// A row that already has its current name, with an added column for old names.
    func padded(_ row: [UInt8]) -> [UInt8] { hasResidue ? row : row + [CSVRow.comma] }

    /// The original row of an upgraded export. A name that was edited since stays.
    ///
    /// - Returns: `nil` when the row stays as it is.
    /// - Throws: ``MigrationError`` when it is not a row of this export.
    func restore(_ bytes: [UInt8]) throws(MigrationError) -> [UInt8]? {
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

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Converts the rows of an export. Each row is proven before it is returned.
final class ExportConverter {
    private let embedsResidue: Bool
    private var export: EventExport?
    /// The upgraded export, whose rows can be restored.
    private var upgraded: EventExport?
    private let judge = EventJudge()

    /// - Parameter embedsResidue: whether the upgraded export has, or gets, the column for old names.
    init(embedsResidue: Bool) { self.embedsResidue = embedsResidue }

    func upgradeHeader(_ header: [UInt8]) throws(MigrationError) -> [UInt8] {
        let export = try EventExport(header: header)
        self.export = export
        guard embedsResidue else { return header }
        upgraded = try EventExport(header: export.upgradedHeader)
        return export.upgradedHeader
    }

    /// - Returns: `nil` when the row stays as it is.
    func upgrade(_ record: [UInt8]) throws(MigrationError) -> [UInt8]? {
        guard let export, let row = try export.upgrade(record, keepsName: embedsResidue) else { return nil }
        try prove(row, record, export)
        return row
    }

    /// The bytes to write for a row that stays as it is.
    func unchanged(_ record: [UInt8]) -> [UInt8] { embedsResidue ? export?.padded(record) ?? record : record }

    /// Laws 1, 5 and 7: the row can be restored, a second upgrade does not change it, and its meaning is the same.
    private func prove(_ row: [UInt8], _ record: [UInt8], _ export: EventExport) throws(MigrationError) {
        if let upgraded, !export.hasResidue, try upgraded.restore(row) != record {
            throw MigrationError(
                .notReversible, "the row could not be restored exactly", remedy: "it stays as it is; please report it")
        }
        guard try (upgraded ?? export).upgrade(row, keepsName: embedsResidue) == nil else {
            throw MigrationError(
                .notReversible, "a second upgrade would change the row again",
                remedy: "it stays as it is; please report it")
        }
        let before = try export.eventName(record), after = try (upgraded ?? export).eventName(row)
        guard judge.meaning(before) == judge.meaning(after) else {
            throw MigrationError(
                .accessChanged, "\(before) means \(judge.meaning(before)), and \(after) means \(judge.meaning(after))",
                remedy: "the row stays as it is; please report it")
        }
    }

    func takeBackHeader(_ header: [UInt8]) throws(MigrationError) -> [UInt8] {
        let upgraded = try EventExport(header: header)
        self.upgraded = upgraded
        return upgraded.restoredHeader
    }

    /// The original row, with the edits made since.
    ///
    /// - Returns: `nil` when the row stays as it is.
    func takeBack(_ record: [UInt8]) throws(MigrationError) -> [UInt8]? { try upgraded?.restore(record) }
}

import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Converts the rows of exports.
final class ExportConverter: RecordConverter {
    private(set) var kinds: [String: Int] = [:]
    private(set) var ledger: [Ledger.Action: Int] = [:]
    private let embedsResidue: Bool
    private var export: EventExport?
    /// The upgraded export, whose rows can be restored.
    private var upgraded: EventExport?
    private let judge = EventJudge()

    /// - Parameter embedsResidue: whether the export has, or will get, the column for old names.
    init(embedsResidue: Bool) { self.embedsResidue = embedsResidue }

    func upgradeHeader(_ header: [UInt8]) throws(MigrationError) -> [UInt8] {
        let export = try EventExport(header: header)
        self.export = export
        guard embedsResidue else { return header }
        upgraded = try EventExport(header: export.upgradedHeader)
        return export.upgradedHeader
    }

    func upgrade(_ record: [UInt8]) throws(MigrationError) -> [UInt8]? {
        guard let export else { return nil }
        let name = try export.eventName(record)
        guard let row = try export.upgrade(record, keepsName: embedsResidue) else {
            kinds["webhook event", default: 0] += 1
            return nil
        }
        try prove(row, record, name, export)
        kinds["webhook-legacy event", default: 0] += 1
        ledger[.recoded, default: 0] += 1
        return row
    }

    func eventName(_ record: [UInt8]) -> String? { try? export?.eventName(record) }

    func unchanged(_ record: [UInt8]) -> [UInt8] { embedsResidue ? export?.padded(record) ?? record : record }

    /// Laws 1, 5 and 7: the row can be restored, a second upgrade does not change it, and its meaning is the same.
    private func prove(_ row: [UInt8], _ record: [UInt8], _ name: String, _ export: EventExport) throws(MigrationError)
    {
        if let upgraded, !export.hasResidue, try upgraded.restore(row) != record {
            throw MigrationError(
                .notReversible, "the row could not be restored exactly", remedy: "it stays as it is; please report it")
        }
        guard try (upgraded ?? export).upgrade(row, keepsName: embedsResidue) == nil else {
            throw MigrationError(
                .notReversible, "a second upgrade would change the row again",
                remedy: "it stays as it is; please report it")
        }
        let after = try (upgraded ?? export).eventName(row)
        guard judge.meaning(name) == judge.meaning(after) else {
            throw MigrationError(
                .accessChanged, "\(name) means \(judge.meaning(name)), and \(after) means \(judge.meaning(after))",
                remedy: "the row stays as it is; please report it")
        }
    }

    func takeBackHeader(_ header: [UInt8]) throws(MigrationError) -> [UInt8] {
        let upgraded = try EventExport(header: header)
        self.upgraded = upgraded
        return upgraded.restoredHeader
    }

    func takeBack(_ record: [UInt8]) throws(MigrationError) -> [UInt8]? { try upgraded?.restore(record) }
}

import AdaptyMigrationTools

/// Converts the records of one file after another. Each record is proven before it is returned.
protocol RecordConverter: AnyObject {
    /// The first row of an export; each file has its own.
    func upgradeHeader(_ header: [UInt8]) throws(MigrationError) -> [UInt8]

    /// - Returns: `nil` when the record stays as it is.
    func upgrade(_ record: [UInt8]) throws(MigrationError) -> [UInt8]?

    /// The bytes to write for a record that stays as it is.
    func unchanged(_ record: [UInt8]) -> [UInt8]

    func takeBackHeader(_ header: [UInt8]) throws(MigrationError) -> [UInt8]

    /// The original record, with the edits made since.
    ///
    /// - Returns: `nil` when it was not upgraded.
    func takeBack(_ record: [UInt8]) throws(MigrationError) -> [UInt8]?

    /// The event name of a row; `nil` for a document.
    func eventName(_ record: [UInt8]) -> String?

    /// Records by dialect and kind.
    var kinds: [String: Int] { get }
    /// Actions on their fields.
    var ledger: [Ledger.Action: Int] { get }
}

extension RecordConverter {
    func unchanged(_ record: [UInt8]) -> [UInt8] { record }
    func eventName(_ record: [UInt8]) -> String? { nil }
}

extension DocumentConverter: RecordConverter {
    func upgradeHeader(_ header: [UInt8]) -> [UInt8] { header }
    func takeBackHeader(_ header: [UInt8]) -> [UInt8] { header }

    func takeBack(_ record: [UInt8]) throws(MigrationError) -> [UInt8]? {
        let back = try Migrator().downgrade(record).document
        return back == record ? nil : back
    }
}

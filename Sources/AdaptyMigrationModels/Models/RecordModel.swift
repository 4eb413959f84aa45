import AdaptyMigrationCore

/// A model of a whole record. It knows its dialect and can be converted back to its original.
///
/// ```swift
/// let info = try PurchaserInfoModel(decoding: stored)
/// var profile = try info.upgraded()                        // an AdaptyProfile, with its way back
/// profile.accessLevels["premium"]?.isActive = false
/// try profile.downgraded(to: PurchaserInfoModel.self)      // the stored bytes with that edit
/// ```
public protocol RecordModel: DocumentModel {}

/// A record in an older form, and the current record to which it is upgraded.
public protocol LegacyRecord: RecordModel {
    associatedtype Current: RecordModel
}

extension RecordModel {
    /// The document in another dialect, with the residue that leads back to this one.
    ///
    /// - Throws: ``MigrationError`` `no-such-target` when the dialect has no such record, or another code with the
    ///   reason why the document cannot be converted.
    public func document(as dialect: Dialect) throws(MigrationError) -> [UInt8] {
        dialect == self.dialect
            ? document : try Migrator().convert(document, from: self.dialect, to: dialect).document
    }

    /// The document without its residue, for other programs. It cannot be converted back.
    public var documentWithoutResidue: [UInt8] { (try? ResidueMember.split(view.index).document) ?? document }

    /// The dialect of the document.
    public var dialect: Dialect { view.names.column.dialect }

    /// The record as an older model. An upgraded record is restored, byte for byte where nothing was edited.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func downgraded<Legacy: LegacyRecord>(to type: Legacy.Type = Legacy.self) throws(MigrationError) -> Legacy
    where Legacy.Current == Self {
        try Legacy(decoding: document, as: dialect, leniently: true)
    }
}

extension LegacyRecord {
    /// The current record, as ``Migrator`` converts it. It can be converted back.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func upgraded() throws(MigrationError) -> Current {
        try Current(decoding: document, as: dialect, leniently: true)
    }
}

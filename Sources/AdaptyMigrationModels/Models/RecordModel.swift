import AdaptyMigrationCore

/// A model of a whole record, which knows its dialect and the way back to where it came from.
///
/// ```swift
/// let info = try PurchaserInfoModel(decoding: stored)
/// var profile = try info.upgraded()                        // an AdaptyProfile, with its way back
/// profile.accessLevels["premium"]?.isActive = false
/// try profile.downgraded(to: PurchaserInfoModel.self)      // the stored bytes with that edit
/// ```
public protocol RecordModel: DocumentModel {}

/// A record of an older side, and the current record that it becomes.
public protocol LegacyRecord: RecordModel {
    associatedtype Current: RecordModel
}

extension RecordModel {
    /// The document in a dialect, with the residue that leads back to this one.
    ///
    /// - Throws: ``MigrationError`` `no-such-target` when the dialect has no such record, or why the document cannot be
    ///   converted.
    public func document(as dialect: Dialect) throws(MigrationError) -> [UInt8] {
        dialect == self.dialect ? document : try Migrator().convert(document, from: self.dialect, to: dialect).embedded
    }

    /// The document without its residue, as other programs read it. There is no way back from it.
    public var documentWithoutResidue: [UInt8] { (try? ResidueMember.split(_view.index).document) ?? document }

    /// The dialect that the document is in.
    public var dialect: Dialect { _view.names.column.dialect }

    /// The record as an older model: what an upgrade kept is given back, byte for byte where nothing was edited.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func downgraded<Legacy: LegacyRecord>(to type: Legacy.Type = Legacy.self) throws(MigrationError) -> Legacy
    where Legacy.Current == Self {
        try Legacy(decoding: document, as: dialect)
    }
}

extension LegacyRecord {
    /// The current record: the one that ``Migrator`` gives, with its way back.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func upgraded() throws(MigrationError) -> Current { try Current(decoding: document, as: dialect) }
}

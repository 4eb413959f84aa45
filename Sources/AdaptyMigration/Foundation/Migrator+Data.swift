import AdaptyMigrationCore
import AdaptyMigrationModels
public import Foundation

extension Migrator {
    /// ``upgrade(_:from:to:residue:)`` of `Data`.
    public func upgrade(_ document: Data, from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    { try upgrade([UInt8](document), from: from, to: to, residue: residue) }

    /// ``upgrade(_:from:to:residue:)`` of a text.
    public func upgrade(_ document: String, from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    { try upgrade(Array(document.utf8), from: from, to: to, residue: residue) }

    /// ``downgrade(_:from:to:residue:)`` of `Data`.
    public func downgrade(_ document: Data, from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    { try downgrade([UInt8](document), from: from, to: to, residue: residue) }

    /// ``downgrade(_:from:to:residue:)`` of a text.
    public func downgrade(_ document: String, from: Dialect? = nil, to: Dialect? = nil, residue: Residue? = nil)
        throws(MigrationError) -> Migration
    { try downgrade(Array(document.utf8), from: from, to: to, residue: residue) }

    /// ``detect(_:from:)`` of `Data`.
    public func detect(_ document: Data, from dialect: Dialect? = nil) throws(MigrationError) -> Detection {
        try detect([UInt8](document), from: dialect)
    }
}

extension Migration {
    /// ``document`` as `Data`: the bytes to store.
    public var data: Data { Data(document) }
}

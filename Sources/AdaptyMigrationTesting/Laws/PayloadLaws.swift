@_spi(Tools) public import AdaptyMigrationTools

/// All laws that can be checked on one record: up and back (1), down and up (2), edits win (3), upgrading twice (5),
/// two ways to SDK 3 (6), the same access (7), and no silent changes (8).
public struct PayloadLaws: Sendable {
    private let laws: Laws
    private var migrator: Migrator { Migrator(laws.options) }

    /// - Parameters:
    ///   - options: the options of each conversion.
    ///   - instants: the instants at which access is compared, in microseconds since 1970.
    public init(options: MigrationOptions = MigrationOptions(), instants: [Int64] = PayloadLaws.instants) {
        var options = options
        options.keepsLedger = true
        laws = Laws(options: options, instants: instants)
    }

    /// The first of January, midnight UTC, of each year from 2018 to 2032.
    public static let instants: [Int64] = (2018...2032).compactMap { Timestamp("\($0)-01-01T00:00:00Z").microseconds }

    /// The laws that do not hold for a record, one sentence each; empty when all hold.
    ///
    /// - Throws: `MigrationError` when the record cannot be converted at all.
    public func check(_ record: [UInt8], from dialect: Dialect? = nil) throws(MigrationError) -> [String] {
        var failures = try laws.check(record, from: dialect)
        let upgraded = try migrator.upgrade(record, from: dialect)
        failures += try EditLaw(migrator: migrator).failures(record, upgraded)
        if let failure = try pathFailure(record, upgraded) { failures.append(failure) }
        if let failure = ledgerFailure(record, upgraded) { failures.append(failure) }
        return failures.map(\.description)
    }

    private func pathFailure(_ record: [UInt8], _ upgraded: Migration) throws(MigrationError) -> Laws.Failure? {
        guard upgraded.kind != .event, upgraded.kind != .promo, upgraded.source?.isSDK3 == false,
            upgraded.target == .sdk2
        else { return nil }
        let direct = try migrator.upgrade(record, from: upgraded.source, to: .sdk3).document
        let over = try migrator.upgrade(upgraded.document, from: .sdk2, to: .sdk3).document
        return DocumentDiff.place(direct, over).map {
            Laws.Failure(law: 6, message: "the upgrades to sdk3 directly and through sdk2 differ at \($0)")
        }
    }

    private func ledgerFailure(_ record: [UInt8], _ upgraded: Migration) -> Laws.Failure? {
        guard upgraded.documentWithoutResidue != record, let residue = upgraded.residue,
            residue.hasChanges(upgraded.documentWithoutResidue)
        else {
            return nil
        }
        let isTold = upgraded.ledger.entries.contains { ![.copied, .unknown].contains($0.action) }
        return isTold
            ? nil : Laws.Failure(law: 8, message: "the upgrade changed the record, but its ledger names no change")
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// A conversion with a full explanation: the evidence for the payload's dialect, where each member went, losses, and
/// the proof of the way back.
struct ExplainedConversion: Sendable {
    let payload: [UInt8]
    let detection: Detection
    let migration: Migration
    /// The restored bytes; `nil` when the way back is refused.
    let restored: [UInt8]?
    /// Microseconds since 1970.
    let instant: Int64
    let accessDifferences: [String]

    init(_ payload: [UInt8], _ conversion: ConversionRequest) throws(ProblemDocument) {
        var options = conversion.options
        (options.keepsLedger, options.keepsLineage) = (true, true)
        let instant = options.instant?.microseconds ?? Instant.now * 1000
        self.payload = payload
        self.instant = instant
        let detection = try conversion.recognise(payload),
            migration = try conversion.convert(payload, detection, options: options)
        self.detection = detection
        self.migration = migration
        restored = try? ExplainedConversion.back(migration, of: payload, in: detection.dialect)
        accessDifferences = try asked { () throws(MigrationError) in
            try ExplainedConversion.differences(
                payload, detection.dialect, migration, Laws(options: options, instants: [instant]))
        }
    }

    /// The differences in access between the two documents. API v2 does not contain flags, so its dates are compared
    /// with the other document's.
    private static func differences(_ payload: [UInt8], _ source: Dialect, _ migration: Migration, _ laws: Laws)
        throws(MigrationError) -> [String]
    {
        let differences = try laws.check(payload, upgraded: migration.documentWithoutResidue, from: source).filter {
            $0.law == 7
        }
        .map(\.message)
        guard !differences.isEmpty, migration.target == .serverV2, source != .serverV2 else { return differences }
        return try laws.check(migration.documentWithoutResidue, upgraded: payload, from: .serverV2).contains {
            $0.law == 7
        }
            ? differences : []
    }

    /// The way back: through the residue. A payload that already had a residue goes back to its given form.
    private static func back(_ migration: Migration, of payload: [UInt8], in source: Dialect) throws(MigrationError)
        -> [UInt8]
    {
        guard let residue = migration.residue, residue.source == source else {
            return migration.documentWithoutResidue == payload
                ? payload : try Migrator().convert(migration.document, to: source).document
        }
        return try Migrator().downgrade(migration.documentWithoutResidue, residue: residue).documentWithoutResidue
    }
}

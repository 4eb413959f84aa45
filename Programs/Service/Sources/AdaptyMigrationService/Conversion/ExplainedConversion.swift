import AdaptyMigrationTools

/// A conversion with everything that can be said about it: why the payload is what it is, where each member went, what
/// is lost, and the proof of the way back.
struct ExplainedConversion: Sendable {
    let payload: [UInt8]
    let detection: Detection
    let migration: Migration
    /// What the way back gives; `nil` where it is refused.
    let restored: [UInt8]?
    /// Microseconds since 1970.
    let instant: Int64
    let accessDifferences: [String]

    init(_ payload: [UInt8], _ wish: ConversionWish) throws(ProblemDocument) {
        var options = wish.options
        (options.keepsLedger, options.keepsLineage) = (true, true)
        let instant = options.instant?.microseconds ?? Instant.now * 1000
        self.payload = payload
        self.instant = instant
        let detection = try wish.recognise(payload), migration = try wish.convert(payload, detection, options: options)
        self.detection = detection
        self.migration = migration
        restored = try? ExplainedConversion.back(migration, of: payload, in: detection.dialect)
        accessDifferences = try asked { () throws(MigrationError) in
            try ExplainedConversion.differences(
                payload, detection.dialect, migration, Laws(options: options, instants: [instant]))
        }
    }

    /// What the two documents say differently about access. API v2 leaves flags to its reader: then its dates are held
    /// against the other document's.
    private static func differences(_ payload: [UInt8], _ source: Dialect, _ migration: Migration, _ laws: Laws)
        throws(MigrationError) -> [String]
    {
        let differences = try laws.check(payload, upgraded: migration.document, from: source).filter { $0.law == 7 }
            .map(\.message)
        guard !differences.isEmpty, migration.target == .serverV2, source != .serverV2 else { return differences }
        return try laws.check(migration.document, upgraded: payload, from: .serverV2).contains { $0.law == 7 }
            ? differences : []
    }

    /// The way back: over the residue, or, for a payload that came with one of its own, to where it stood.
    private static func back(_ migration: Migration, of payload: [UInt8], in source: Dialect) throws(MigrationError)
        -> [UInt8]
    {
        guard let residue = migration.residue, residue.source == source else {
            return migration.document == payload
                ? payload : try Migrator().convert(migration.embedded, to: source).embedded
        }
        return try Migrator().downgrade(migration.document, residue: residue).document
    }
}

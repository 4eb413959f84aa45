@_spi(Tools) import AdaptyMigrationTools

/// Every public way in for a document.
enum Attempt: CaseIterable, Sendable {
    case upgrade, upgradeFrom, downgrade, downgradeTo, detect

    func run(_ bytes: [UInt8], _ dialect: Dialect) throws(MigrationError) {
        switch self {
        case .upgrade: _ = try Migrator().upgrade(bytes)
        case .upgradeFrom: _ = try Migrator().upgrade(bytes, from: dialect)
        case .downgrade: _ = try Migrator().downgrade(bytes)
        case .downgradeTo: _ = try Migrator().downgrade(bytes, to: dialect)
        case .detect: _ = try Migrator().detect(bytes)
        }
    }
}

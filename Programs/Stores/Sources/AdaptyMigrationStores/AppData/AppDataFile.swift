@_spi(Tools) import AdaptyMigrationTools

/// The contents of a file in which a system keeps an app's values.
protocol AppDataFile {
    /// The type of upgrade for the contents of such a file.
    static var upgrade: any StoredUpgrading.Type { get }

    /// Whether a change keeps every other byte.
    static var isExact: Bool { get }

    /// - Throws: a failure when the file does not have this format, or is not the one that the system would read.
    init(_ bytes: [UInt8], path: String) throws(StoreFailure)

    var bytes: [UInt8] { get }

    /// The values of the SDK's keys.
    var stored: [StoredKey: StoredValue] { get }

    /// Keys of the SDK that occur more than once, if the format allows that.
    var doubled: [StoredKey] { get }

    /// The file after the plan. Everything else in it is kept.
    func bytes(after plan: StoredPlan) throws(StoreFailure) -> [UInt8]

    /// Whether both contain the same values, including those of other programs.
    func holdsTheSame(as other: any AppDataFile) -> Bool
}

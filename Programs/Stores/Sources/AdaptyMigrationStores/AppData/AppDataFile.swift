import AdaptyMigrationTools

/// A file in which a system keeps an app's values, read.
protocol AppDataFile {
    /// The upgrade of what stands in such a file.
    static var upgrade: any StoredUpgrading.Type { get }

    /// Whether a change leaves every other byte as it is.
    static var isExact: Bool { get }

    /// - Throws: a failure when the file is none of this format, or not the one that the system would read.
    init(_ bytes: [UInt8], path: String) throws(StoreFailure)

    var bytes: [UInt8] { get }

    /// What stands under the keys of the SDK.
    var stored: [StoredKey: StoredValue] { get }

    /// Keys of the SDK that stand there more than once, where the format allows it.
    var doubled: [StoredKey] { get }

    /// The file after the plan; everything else in it stays.
    func bytes(after plan: StoredPlan) throws(StoreFailure) -> [UInt8]

    /// Whether both hold the same values, of anybody.
    func holdsTheSame(as other: any AppDataFile) -> Bool
}

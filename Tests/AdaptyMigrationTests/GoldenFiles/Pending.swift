/// Fixtures that have no expected file yet, because the program does not do with them what it should. A wrong file is
/// not recorded. To take one off: mend the program, delete the line, and run with `RECORD_FIXTURES=missing`.
enum Pending {
    static let upgrades: Set<String> = []

    static let upgradesToSDK3: Set<String> = []

    /// Recognition does not name the folder's dialect; the conversions are told. The test says when one is mended.
    static let detections: Set<String> = []

    /// Every entry, for the test that no entry is left over.
    static var all: Set<String> { upgrades.union(upgradesToSDK3).union(detections) }
}

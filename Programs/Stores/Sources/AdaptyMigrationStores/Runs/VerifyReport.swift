/// The result of checking an upgraded table.
public struct VerifyReport: Sendable, Encodable {
    public internal(set) var rows = 0
    /// The number of rows that are as written, and whose original upgrades to exactly that.
    public internal(set) var proven = 0
    /// The keys of rows that could not be upgraded. The reasons are in the rejects.
    public internal(set) var rejected = CountedList()
    /// The keys of rows whose document programs changed since the upgrade.
    public internal(set) var edited = CountedList()
    /// The keys of rows that programs added since the upgrade.
    public internal(set) var added = CountedList()
    /// The keys of rows that programs deleted since the upgrade.
    public internal(set) var deleted = CountedList()
    /// The keys of edited and added rows with a document of an older form, which another `apply` upgrades.
    public internal(set) var outdated = CountedList()
    /// With two columns: the keys of rows in which old and new programs read different access.
    public internal(set) var accessDiffers = CountedList()
    /// With two columns: the keys of other rows in which they read different documents.
    public internal(set) var documentsDiffer = CountedList()
    /// Fields that only originals have, with the number of proven rows: after `finish` they are nowhere.
    public internal(set) var losses: [String: Int] = [:]
    /// What no program does, one sentence each: lost originals, swapped or doubled rows, other results.
    public internal(set) var findings = CountedList()

    /// Whether the upgrade is as it was left, but for what programs did.
    public var isExplained: Bool { findings.isEmpty && accessDiffers.isEmpty }
    /// Whether every document is current, too.
    public var holds: Bool { isExplained && outdated.isEmpty }
}

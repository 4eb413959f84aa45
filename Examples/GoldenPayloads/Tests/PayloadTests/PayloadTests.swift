import AdaptyMigrationTesting
import Testing

/// Paths count from this file's folder.
private let files = GoldenFiles(legacy: "Payloads/Legacy", current: "Payloads/Current")

struct PayloadTests {
    @Test("every payload converts as recorded, both ways, and every law holds", arguments: try files.payloads())
    func converts(payload: String) throws { try files.check(payload) }
}

struct ModelTests {
    @Test(
        "what our code makes of a profile is as recorded",
        arguments: ["sdk1-wire/profile/monthly-renewed.json", "sdk1-stored/profile/userdefaults.json"])
    func reads(payload: String) throws {
        try files.check(payload) { record in
            try AdaptyProfile(decoding: record).accessLevels.keys.joined(separator: ", ")
        }
    }
}

struct YourCodeTests {
    @Test("what our app makes of a profile holds for any profile", arguments: 0..<50 as Range<UInt64>)
    func generated(seed: UInt64) throws {
        var generator = DocumentGenerator(seed: seed, dialect: .sdk1Wire)
        let sample = generator.document(.profile)
        func fails(_ sample: Sample) -> Bool { !keepsItsLevels(Array(sample.text().utf8)) }
        if fails(sample) { Issue.record("fails for \(sample.shrunk(while: fails).text())") }
    }

    /// Stands for your own code: here, that no access level is lost on the way to the current models.
    private func keepsItsLevels(_ payload: [UInt8]) -> Bool {
        guard let old = try? PurchaserInfoModel(decoding: payload, as: .sdk1Wire), let profile = try? old.upgraded()
        else { return true }
        return profile.accessLevels.keys == old.accessLevels.keys
    }
}

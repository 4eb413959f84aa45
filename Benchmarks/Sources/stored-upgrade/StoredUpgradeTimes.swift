import AdaptyMigration
@_spi(Tools) import AdaptyStoredUpgrade
import Foundation

/// What the in-app upgrade takes by the size of what is stored: `stored-upgrade PROFILE PAYWALL`. Both files are as SDK
/// 1 stored them. The paywall is repeated. Times are the best of five, in milliseconds.
@main
struct StoredUpgradeTimes {
    private static let sdk: SDKVersion = "3.12.0"
    private static let rounds = 5

    static func main() throws {
        let files = try CommandLine.arguments.dropFirst().map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
        guard files.count == 2 else { fatalError("usage: stored-upgrade PROFILE PAYWALL") }
        print("| bytes | first launch | next | UserDefaults alone | conversion alone | beyond both ÷ conversion |")
        print("| --: | --: | --: | --: | --: | --: |")
        for size in [1_000, 10_000, 100_000, 1_000_000, 4_000_000] {
            print(try row(profile: files[0], paywall: files[1], count: max(1, size / files[1].count)))
        }
    }

    private static func row(profile: Data, paywall: Data, count: Int) throws -> String {
        let paywalls =
            Data("[".utf8) + Data(repeatElement(paywall, count: count).joined(separator: ",".utf8)) + Data("]".utf8)
        let stored: [(key: StoredKey, value: Data)] = [(.profile, profile), (.paywalls, paywalls)]
        let first = time(stored) { $0.upgradeAdaptyData(for: sdk.description) }
        let next = time(stored, after: { $0.upgradeAdaptyData(for: sdk.description) }) {
            $0.upgradeAdaptyData(for: sdk.description)
        }
        let values = stored.map { ($0.key, StoredValue(propertyList: $0.value)) }
        let changes = StoredUpgrade(for: sdk).plan(Dictionary(uniqueKeysWithValues: values)).changes
        let written = changes.map { ($0.key.rawValue, $0.value?.propertyList) }
        let plain = time(stored) { defaults in
            for key in StoredUpgrade.keys { _ = defaults.object(forKey: key.rawValue) }
            for (key, value) in written { defaults.set(value, forKey: key) }
        }
        let migrator = Migrator(MigrationOptions(fillRequired: true, readableBy: sdk)), record = [UInt8](paywall)
        let conversion = time([]) { _ in
            for _ in 0..<count { _ = try? migrator.upgrade(record, from: .sdk1Stored) }
        }
        let beyond = (first - plain - conversion) / conversion
        return "| \(paywalls.count + profile.count) | "
            + [first, next, plain, conversion, beyond].map { String(format: "%.1f", $0) }.joined(separator: " | ")
            + " |"
    }

    /// The best time of a call on defaults of its own.
    private static func time(
        _ stored: [(key: StoredKey, value: Data)], after prepare: (UserDefaults) -> Void = { _ in },
        _ body: (UserDefaults) -> Void
    ) -> Double {
        (0..<rounds).reduce(.infinity) { best, _ in
            let suite = "stored-upgrade.\(UUID())"
            guard let defaults = UserDefaults(suiteName: suite) else { return best }
            defer { defaults.removePersistentDomain(forName: suite) }
            for (key, value) in stored { defaults.set(value, forKey: key.rawValue) }
            prepare(defaults)
            let start = DispatchTime.now().uptimeNanoseconds
            body(defaults)
            return min(best, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
        }
    }
}

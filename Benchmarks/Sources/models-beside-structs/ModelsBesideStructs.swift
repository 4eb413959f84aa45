import AdaptyMigration
import Foundation

/// Times `AdaptyProfile` beside `JSONDecoder` and `JSONEncoder` with plain structs, in turns, in processor time.
@main
enum ModelsBesideStructs {
    static let rounds = 9
    static let repetitions = 2000

    static func main() throws {
        for path in CommandLine.arguments.dropFirst() {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard try readModel(data) == readStruct(data) else { throw WrongAnswer() }
            print(URL(fileURLWithPath: path).lastPathComponent, data.count, "bytes")
            try compare("decode and read ten", { try readModel(data) }, { try readStruct(data) })
            let model = try AdaptyProfile(decoding: data), plain = try decoder.decode(PlainProfile.self, from: data)
            try compare("edit and encode", { edited(model) }, { try edited(plain) })
        }
    }

    struct WrongAnswer: Error {}

    /// The best of the rounds of each.
    static func compare(_ name: String, _ model: () throws -> Int, _ plain: () throws -> Int) throws {
        var best = (model: Double.infinity, plain: Double.infinity)
        for _ in 0..<rounds {
            best.model = min(best.model, try microseconds(model))
            best.plain = min(best.plain, try microseconds(plain))
        }
        let figures = [best.model, best.plain, best.plain / best.model].map { String(format: "%.1f", $0) }
        print("  \(name): model \(figures[0]) µs, struct \(figures[1]) µs, ratio \(figures[2])")
    }

    private static func microseconds(_ body: () throws -> Int) rethrows -> Double {
        var sum = 0
        let start = clock()
        for _ in 0..<repetitions { sum &+= try body() }
        let spent = clock() - start
        precondition(sum != 0)
        return Double(spent) * 1e6 / Double(CLOCKS_PER_SEC) / Double(repetitions)
    }

    private static let decoder = JSONDecoder()
    private static let encoder = JSONEncoder()
    private static let level = "premium"

    /// Ten properties: four of the profile, six of a level.
    private static func readModel(_ data: Data) throws -> Int {
        let profile = try AdaptyProfile(decoding: data)
        var read = lengths(profile.profileId, profile.customerUserId, profile.segmentHash)
        read += profile.subscriptions.count
        guard let level = profile.accessLevels[level] else { return read }
        read += lengths(level.id, level.vendorProductId, level.store?.rawValue, level.expiresAt?.description)
        return read + flags(level.isActive, level.willRenew)
    }

    private static func readStruct(_ data: Data) throws -> Int {
        let profile = try decoder.decode(PlainProfile.self, from: data)
        var read = lengths(profile.profile_id, profile.customer_user_id, profile.segment_hash)
        read += profile.subscriptions?.count ?? 0
        guard let level = profile.paid_access_levels?[level] else { return read }
        read += lengths(level.id, level.vendor_product_id, level.store, level.expires_at)
        return read + flags(level.is_active, level.will_renew)
    }

    private static func lengths(_ texts: String?...) -> Int { texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    private static func flags(_ flags: Bool?...) -> Int { flags.reduce(0) { $0 + ($1 == true ? 1 : 0) } }

    private static func edited(_ model: AdaptyProfile) -> Int {
        var copy = model
        copy.accessLevels[level]?.isActive?.toggle()
        return copy.data().count
    }

    private static func edited(_ plain: PlainProfile) throws -> Int {
        var copy = plain
        copy.paid_access_levels?[level]?.is_active.toggle()
        return try encoder.encode(copy).count
    }
}

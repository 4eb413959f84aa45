import AdaptyMigration
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A walk over the entries of a model takes time that grows with their number.
@Suite("Iterating models")
struct IterationTests {
    /// A profile with so many purchases, of one product or of as many.
    private static func profile(_ count: Int, products: Int) -> [UInt8] {
        let lists = (0..<products).map { product in
            let purchases = (0..<count / products).map { number in
                #"{"purchase_id":"\#(product)-\#(number)","vendor_product_id":"p\#(product)","store":"app_store","purchased_at":"2024-01-01T00:00:00.000Z","is_sandbox":false,"is_refund":false,"is_consumable":true}"#
            }
            return #""p\#(product)":[\#(purchases.joined(separator: ","))]"#
        }
        return Array(#"{"profile_id":"p","non_subscriptions":{\#(lists.joined(separator: ","))}}"#.utf8)
    }

    /// The processor time of this thread, in seconds.
    private static func processor(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try body()
        return now() - start
    }

    @Test("twenty thousand purchases are iterated in twice the time of decoding them", arguments: [1, 20_000])
    func purchases(products: Int) throws {
        let document = Self.profile(20_000, products: products)
        // The least of three, because other processes disturb each.
        let ratios = try (0..<3).map { _ in
            var profile = AdaptyProfile(profileId: "p"), sum = 0
            let decoding = try Self.processor { profile = try AdaptyProfile(decoding: document, as: .sdk2) }
            let iterating = Self.processor {
                for (_, purchases) in profile.nonSubscriptions { sum += purchases.map { $0.isSandbox == false }.count }
            }
            #expect(sum == 20_000)
            return iterating / decoding
        }
        // A quadratic walk takes a hundred times as long.
        #expect(ratios.min() ?? .infinity < 2, "\(ratios)")
    }
}

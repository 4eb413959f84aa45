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

    /// The processor time of a walk over so many purchases. The least of three, because other processes disturb each.
    private static func walk(_ count: Int, products: Int) throws -> Double {
        let profile = try AdaptyProfile(decoding: profile(count, products: products), as: .sdk2)
        let times = (0..<3).map { _ in
            var sum = 0
            let time = processor {
                for (_, purchases) in profile.nonSubscriptions { sum += purchases.map { $0.isSandbox == false }.count }
            }
            #expect(sum == count)
            return time
        }
        return times.min() ?? .infinity
    }

    @Test("eight times as many purchases take eight times as long, and not sixty-four times", arguments: [true, false])
    func purchases(isOneProduct: Bool) throws {
        let ratio =
            try Self.walk(20_000, products: isOneProduct ? 1 : 20_000)
            / Self.walk(2_500, products: isOneProduct ? 1 : 2_500)
        #expect(ratio < 24)
    }
}

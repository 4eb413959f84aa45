/// Records that grow in one direction, for curves of cost against size.
public enum ScaledRecord: Sendable {
    /// A profile with this many unknown members.
    case wide(Int)
    /// An unknown member nested this deep.
    case deep(Int)
    /// A profile of about this many KB, made of subscriptions.
    case big(Int)
    /// A profile whose texts are Cyrillic in this many per cent.
    case nonASCII(Int)
    /// A profile whose texts are escapes in this many per cent.
    case escaped(Int)

    /// One record without a line feed.
    public func bytes(seed: UInt64) -> [UInt8] {
        var writer = ProfileWriter(random: SplitMix64(seed: seed))
        switch self {
        case .big(let kilobytes): return big(kilobytes * 1000, writer)
        case .wide(let count):
            writer.write(isEveryday: false) { out, random in
                for position in 0..<count {
                    out.separate()
                    out.raw("\"unknown_")
                    out.integer(position)
                    out.raw("\":")
                    out.words(.ascii, 2, &random)
                }
            }
        case .deep(let depth):
            writer.write(isEveryday: false) { out, _ in
                out.name("deep")
                for level in 0..<depth { out.raw(level % 2 == 0 ? "{\"in\":" : "[1,") }
                out.raw("null")
                for level in (0..<depth).reversed() { out.raw(level % 2 == 0 ? "}" : "]") }
            }
        case .nonASCII(let percent): Self.mix(percent, .cyrillic, &writer)
        case .escaped(let percent): Self.mix(percent, .shortEscapes, &writer)
        }
        return writer.out.bytes
    }

    private static func mix(_ percent: Int, _ other: Alphabet, _ writer: inout ProfileWriter) {
        writer.write(isEveryday: false) { out, random in
            out.name("custom_attributes")
            out.open()
            for position in 0..<40 {
                out.separate()
                out.raw("\"a")
                out.integer(position)
                out.raw("\":")
                out.words(random.below(100) < percent ? other : .ascii, 8, &random)
            }
            out.close()
        }
    }

    /// Subscriptions under numbered product ids until the size is reached.
    private func big(_ size: Int, _ start: ProfileWriter) -> [UInt8] {
        var writer = start
        writer.out.raw(
            #"{"profile_id":"p","app_id":"a","paid_access_levels":{"premium":{"id":"premium","vendor_transaction_id":"1"}},"subscriptions":{"#
        )
        var position = 0
        repeat {
            writer.out.separate()
            writer.out.raw("\"product_")
            writer.out.integer(position)
            writer.out.raw("\":")
            writer.subscription()
            position += 1
        } while writer.out.bytes.count < size
        writer.out.raw(
            #"},"non_subscriptions":{"coins":[{"purchase_id":"c","vendor_product_id":"coins","is_one_time":true}]}}"#)
        return writer.out.bytes
    }
}

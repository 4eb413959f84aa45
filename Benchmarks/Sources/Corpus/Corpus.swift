/// An endless, seeded stream of records of one kind.
public struct Corpus {
    public enum Kind: String, CaseIterable, Sendable {
        case profiles, events, paywalls, lists, cyrillic, cjk, escapes, numbers, short
    }

    private let kind: Kind
    private var profile: ProfileWriter
    private var event: EventWriter
    private var paywall: PaywallWriter
    private var listProfile: ListProfileWriter
    private var position = 0

    public init(_ kind: Kind, seed: UInt64) {
        self.kind = kind
        profile = ProfileWriter(random: SplitMix64(seed: seed))
        event = EventWriter(random: SplitMix64(seed: seed))
        paywall = PaywallWriter(random: SplitMix64(seed: seed))
        listProfile = ListProfileWriter(random: SplitMix64(seed: seed))
    }

    /// Appends one record and a line feed.
    public mutating func append(to output: inout [UInt8]) {
        position += 1
        switch kind {
        case .events:
            event.out.bytes.removeAll(keepingCapacity: true)
            event.write()
            output += event.out.bytes
        case .paywalls:
            paywall.out.bytes.removeAll(keepingCapacity: true)
            paywall.write()
            output += paywall.out.bytes
        case .lists:
            listProfile.out.bytes.removeAll(keepingCapacity: true)
            listProfile.write()
            output += listProfile.out.bytes
        case .short:
            output +=
                position % 2 == 0
                ? #"{"event_type":"trial_cancelled"}"#.utf8 : #"{"profile_id":"a","data_of":[1,{}]}"#.utf8
        case .profiles, .cyrillic, .cjk, .escapes, .numbers:
            profile.out.bytes.removeAll(keepingCapacity: true)
            writeProfile()
            output += profile.out.bytes
        }
        output.append(0x0A)
    }

    private mutating func writeProfile() {
        switch kind {
        case .cyrillic: profile.write(isEveryday: false) { Filler.texts(.cyrillic, 40, 6, &$0, &$1) }
        case .cjk: profile.write(isEveryday: false) { Filler.texts(.cjk, 40, 12, &$0, &$1) }
        case .escapes:
            profile.write(isEveryday: false) {
                Filler.texts(.unicodeEscapes, 20, 6, &$0, &$1)
                Filler.list(.shortEscapes, 20, 6, &$0, &$1)
            }
        case .numbers: profile.write(isEveryday: false) { Filler.numbers(400, &$0, &$1) }
        default: profile.write()
        }
    }

    /// The first records that reach `count` bytes together.
    public static func bytes(_ kind: Kind, count: Int, seed: UInt64) -> [UInt8] {
        var corpus = Corpus(kind, seed: seed), output: [UInt8] = []
        output.reserveCapacity(count + 1 << 16)
        while output.count < count { corpus.append(to: &output) }
        return output
    }
}

/// What a codec makes of each value that it has a word for, worked out once by the codec itself.
///
/// **Contract.** The memory is written in ``kept(_:from:to:)`` only, and kept as long as the process.
struct KnownValues {
    /// What becomes of one value. ``new`` is empty for a value that stays.
    struct Trip {
        let action: Ledger.Action
        let new: Text
    }

    private let numbers: NameNumbers
    /// By the number of the value; the first is for no value.
    private let trips: UnsafePointer<Trip>

    /// `nil` for a codec without words.
    static func kept(_ codec: Codec, from: Column, to: Column) -> UnsafePointer<KnownValues>? {
        var known: [(word: String, trip: Trip)] = []
        for word in Set(codec.forms.flatMap(\.form.words)).sorted() {
            guard let value = try? JSONScanner.index(Array(word.utf8)) else { continue }
            let (action, new) = value.withTape { codec.recode($0, 0, from: from, to: to) }.said
            known.append((word, Trip(action: action, new: new.map(Text.init(kept:)) ?? .empty)))
        }
        if known.isEmpty { return nil }
        let trips = [Trip(action: .copied, new: .empty)] + known.map(\.trip)
        return Kept([KnownValues(numbers: NameNumbers(known.map(\.word)), trips: Kept(trips).pointer)]).pointer
    }

    /// `nil` for a value that is no word.
    @inline(__always)
    func trip(_ bytes: PaddedView, _ start: Int, _ end: Int) -> UnsafePointer<Trip>? {
        let number = numbers.number(bytes, start, end)
        return number == NameNumbers.none ? nil : trips + Int(number)
    }
}

extension Recoded {
    /// What happened, and the new value; `nil` when it stays.
    var said: (action: Ledger.Action, new: [UInt8]?) {
        switch self {
        case .same: (.copied, nil)
        case .recoded(let bytes): (.recoded, bytes)
        case .repaired(let bytes): (.repaired, bytes)
        case .unreadable: (.unreadable, nil)
        }
    }
}

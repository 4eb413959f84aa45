/// What a codec makes of one value, and what the way back makes of that.
///
/// Worked example, an eligibility `1` of SDK 1: SDK 2 writes `"eligible"`, which converts back to `true`. That is not
/// `1`, so the residue must keep it.
struct ValueConversion {
    /// ``Ledger/Action/copied`` for a value that stays.
    let action: Ledger.Action
    /// The value as the target writes it; `nil` when it stays.
    let new: [UInt8]?
    /// What the way back makes of it; `nil` when it is the value itself.
    let base: [UInt8]?

    /// `nil` for a value that no rule covers.
    init?(_ codec: Codec, _ value: JSONIndex, from: Column, to: Column) {
        if case .custom = codec {
            guard let trip = ValueConversion.payload(value, from: from, to: to) else { return nil }
            (action, new, base) = (.recoded, trip.new == value.bytes ? nil : trip.new, trip.base)
            return
        }
        let (action, new) = ValueConversion.recode(codec, value, from, to)
        guard let there = new.map({ try? JSONScanner.index($0) }) ?? value else { return nil }
        let back = ValueConversion.recode(codec, there, to, from).new ?? there.bytes
        (self.action, self.new) = (action, new)
        base = back == value.bytes ? nil : back
    }

    private static func recode(_ codec: Codec, _ value: JSONIndex, _ from: Column, _ to: Column)
        -> (action: Ledger.Action, new: [UInt8]?)
    {
        switch codec.recode(value, 0, from: from, to: to) {
        case .recoded(let bytes): (.recoded, bytes)
        case .repaired(let bytes): (.repaired, bytes)
        case .same: (.copied, nil)
        case .unreadable: (.unreadable, nil)
        }
    }

    /// A paywall's configuration: a text gets its object, and an object with nothing else gives SDK 1 its text.
    private static func payload(_ value: JSONIndex, from: Column, to: Column) -> (new: [UInt8], base: [UInt8]?)? {
        let opening = Array(RemoteConfig.opening.utf8), closing = Array(RemoteConfig.closing.utf8)
        switch value.kind(0) {
        case .null: return (value.bytes, nil)
        case .string where !to.isSDK1:
            let object = opening + value.bytes + closing
            return (object, from.isSDK1 ? nil : object)
        case .object where to.isSDK1:
            let text = value.bytes.dropFirst(opening.count).dropLast(closing.count)
            // Two names, the locale, and the text.
            guard value.nodes.count == 5, value.bytes.starts(with: opening),
                value.raw(4) == text, value.kind(4) == .string
            else { return nil }
            return (Array(text), nil)
        default: return nil
        }
    }
}

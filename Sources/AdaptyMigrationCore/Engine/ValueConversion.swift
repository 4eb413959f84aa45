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
    init?(_ rule: MemberRule, _ value: JSONIndex, from: Column, to: Column) {
        if case .custom = rule.codec {
            guard let new = ValueConversion.payload(rule, value, from: from) else { return nil }
            (action, self.new, base) = (.recoded, new == value.bytes ? nil : new, nil)
            return
        }
        let (action, new) = ValueConversion.recode(rule.codec, value, from, to)
        guard let there = new.map({ try? JSONScanner.index($0) }) ?? value else { return nil }
        let back = ValueConversion.recode(rule.codec, there, to, from).new ?? there.bytes
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

    /// A paywall's configuration: SDK 1's text gets its object, and an object with nothing else gives it back.
    private static func payload(_ rule: MemberRule, _ value: JSONIndex, from: Column) -> [UInt8]? {
        guard rule.isRenamed else { return nil }
        let opening = Array(RemoteConfig.opening.utf8), closing = Array(RemoteConfig.closing.utf8)
        switch value.kind(0) {
        case .null: return value.bytes
        case .string where from.isSDK1: return opening + value.bytes + closing
        case .object where !from.isSDK1:
            let text = value.bytes.dropFirst(opening.count).dropLast(closing.count)
            // Two names, the locale, and the text.
            guard value.nodes.count == 5, value.bytes.starts(with: opening), text.first == 0x22 else { return nil }
            return Array(text)
        default: return nil
        }
    }
}

/// What a codec makes of one value.
struct ValueConversion {
    /// ``Ledger/Action/copied`` for a value that stays.
    let action: Ledger.Action
    /// The value as the target writes it; `nil` when it stays.
    let new: [UInt8]?

    /// `nil` for a value that no rule covers.
    init?(_ codec: Codec, _ value: JSONIndex, from: Column, to: Column) {
        if case .custom = codec {
            guard let new = ValueConversion.payload(value, to: to) else { return nil }
            (action, self.new) = (.recoded, new == value.bytes ? nil : new)
            return
        }
        switch codec.recode(value, 0, from: from, to: to) {
        case .recoded(let bytes): (action, new) = (.recoded, bytes)
        case .repaired(let bytes): (action, new) = (.repaired, bytes)
        case .same: (action, new) = (.copied, nil)
        case .unreadable: (action, new) = (.unreadable, nil)
        }
    }

    /// A paywall's configuration: a text gets its object, and an object with nothing else gives SDK 1 its text.
    private static func payload(_ value: JSONIndex, to: Column) -> [UInt8]? {
        switch value.kind(0) {
        case .null: return value.bytes
        case .string where !to.isSDK1:
            return Array(RemoteConfig.opening.utf8) + value.bytes + Array(RemoteConfig.closing.utf8)
        case .object where to.isSDK1:
            // Another locale is told.
            guard value.member(0, "lang").map({ value.text($0) == "en" }) ?? true, let text = value.member(0, "data"),
                value.kind(text) == .string
            else { return nil }
            return Array(value.raw(text))
        default: return nil
        }
    }
}

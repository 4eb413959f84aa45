import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The result of a codec for one value, and the result of converting it back.
///
/// Worked example, an eligibility `1` of SDK 1: SDK 2 writes `"eligible"`, which converts back to `true`. That is not
/// `1`, so the residue must keep it.
struct RoundTrip {
    enum Action {
        case same, recoded, repaired, unreadable
    }

    let action: Action
    /// The value as the target writes it; empty when it stays.
    let new: [UInt8]
    /// What the way back makes of it; empty when it is the value itself.
    let base: [UInt8]

    /// - Returns: `nil` when the codec makes something of it that is no JSON.
    init?(_ codec: Codec, _ value: JSONIndex, from: Column, to: Column) {
        switch codec.recode(value, 0, from: from, to: to) {
        case .same: (action, new) = (.same, [])
        case .unreadable: (action, new) = (.unreadable, [])
        case .recoded(let bytes): (action, new) = (.recoded, bytes)
        case .repaired(let bytes): (action, new) = (.repaired, bytes)
        }
        guard let there = new.isEmpty ? value : try? JSONScanner.index(new) else { return nil }
        let back: [UInt8] =
            switch codec.recode(there, 0, from: to, to: from) {
            case .recoded(let bytes), .repaired(let bytes): bytes
            case .same, .unreadable: there.bytes
            }
        base = back == value.bytes ? [] : back
    }
}

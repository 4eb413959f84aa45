/// The members that Adapty's envelopes have in answers to AdaptySDK-iOS 1.0–3.17, and in
/// `cross_platform.yaml` of AdaptySDK-Flutter 3.2 and later. An object with any other member is somebody's own.
enum EnvelopeMembers {
    private static let purchase = ["id", "view", "product", "profile", "purchased_result", "purchaseResult"]

    private static func names(_ wrapper: Envelope.Wrapper) -> [String] {
        switch wrapper {
        case .stored: ["v", "h", "t"]
        case .success: ["success"]
        case .data: ["data"]
        case .typedData: ["data", "type"]
        case .attributes: ["attributes", "type", "id"]
        case .purchase: purchase
        case .profile:
            ["type", "apple_jws_transaction", "jws_transaction", "google_purchase_token", "ios", "android"] + purchase
        case .promo: Array(Table[.promo].memberNames)
        }
    }

    /// The names of all of them.
    static var names: [String] { Envelope.Wrapper.allCases.flatMap(names) }

    /// The wrappers that have such a member, one bit each. All may have a residue.
    static func wrappers(with name: String) -> UInt8 {
        Envelope.Wrapper.allCases.reduce(0) { bits, wrapper in
            name == KnownNames.residue || names(wrapper).contains(name) ? bits | wrapper.bit : bits
        }
    }

    private static let type = KnownNames.numbers.number("type"), id = KnownNames.numbers.number("id")

    /// Whether an object around a record is an envelope of Adapty's: it has no other members, and what it says of
    /// itself is what Adapty says.
    static func areAdaptys(_ inner: EnvelopeNames.Inner, _ wrapper: Envelope.Wrapper, _ tape: Tape, _ node: Int)
        -> Bool
    {
        guard inner.fitting & wrapper.bit != 0 else { return false }
        func isText(_ number: UInt16) -> Bool { tape.last(number, in: node).map { tape.kind($0) == .string } ?? true }
        func says(_ number: UInt16, _ isAdaptys: (String) -> Bool) -> Bool {
            isText(number) && tape.last(number, in: node).map { isAdaptys(tape.string($0)) } ?? true
        }
        switch wrapper {
        case .stored, .success, .data, .promo: return true
        case .typedData: return says(type) { $0.utf8.starts(with: "Adapty".utf8) }
        case .attributes: return isText(id) || tape.last(id, in: node).map { tape.kind($0) == .null } ?? false
        case .purchase: return says(id, SDKEvent.isID)
        case .profile: return says(type) { $0 == "success" } && says(id, SDKEvent.isID)
        }
    }
}

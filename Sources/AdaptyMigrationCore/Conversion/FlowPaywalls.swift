/// The paywalls of a flow of SDK 4, as SDK 3 has them: one for each variation (shapes-2026, 2.5).
///
/// ```
/// {"flow_id":"f","placement":{…},"variations":[{"paywall_id":"w",…}]}
/// {"data":[{"paywall_id":"w",…,"placement":{…}}]}
/// ```
struct FlowPaywalls {
    private let index: JSONIndex
    private let flow: Int

    init(_ index: JSONIndex, _ flow: Int) {
        self.index = index
        self.flow = flow
    }

    /// The list of paywalls; `nil` for flows without variations, and for those of JavaScript.
    var list: [UInt8]? {
        guard let variations = index.member(flow, "variations"), index.member(flow, "flow_id") != nil,
            case let paywalls = index.elements(variations), !paywalls.isEmpty
        else { return nil }
        let texts = paywalls.map { paywall in JSONText.object(members(of: paywall), colon: [0x3A]) }
        return Array("{\"data\":[".utf8) + texts.joined(separator: [0x2C]) + Array("]}".utf8)
    }

    /// The members of a variation, and those that its flow has for it.
    private func members(of paywall: Int) -> [(name: String, value: ArraySlice<UInt8>)] {
        var members: [(name: String, value: ArraySlice<UInt8>)] = index.members(paywall).map {
            (index.name($0.name), index.raw($0.value))
        }
        func add(_ name: String, _ value: Int?) {
            guard let value, !members.contains(where: { $0.name == name }) else { return }
            members.append((name, index.raw(value)))
        }
        let config = index.member(flow, "remote_configs").flatMap { index.elements($0).first }
        add("placement", index.member(flow, "placement"))
        add("response_created_at", index.member(flow, "response_created_at"))
        add("remote_config", config)
        add("request_locale", config.flatMap { index.member($0, "lang") })
        return members
    }
}

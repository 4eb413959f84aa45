/// The paywalls of a flow of SDK 4, as SDK 3 has them: one for each variation. Adapty's guide to SDK 4
/// (migration-to-ios-sdk-v4 in adaptyteam/adapty-docs) says what replaced what.
///
/// ```
/// {"flow_id":"f","placement":{…},"variations":[{"paywall_id":"w",…}]}
/// {"data":[{"paywall_id":"w",…,"placement":{…}}]}
/// ```
struct FlowPaywalls {
    private let index: JSONIndex
    private let flow: Int
    private let names: MemberNames
    /// The column of the paywalls.
    let column: Column

    /// The names of what a flow has for its paywalls, each with the name in a paywall.
    private struct MemberNames {
        let variations: [String]
        let configurations: String
        let configuration: String
        let locale: String
        let created: (flow: String, paywall: String)

        static let wire = MemberNames(
            variations: ["variations"], configurations: "remote_configs", configuration: "remote_config",
            locale: "request_locale", created: ("response_created_at", "response_created_at"))
        static let script = MemberNames(
            variations: ["paywalls", "variations"], configurations: "remoteConfigs", configuration: "remoteConfig",
            locale: "requestLocale", created: ("responseCreatedAt", "version"))
    }

    init(_ index: JSONIndex, _ flow: Int) {
        self.index = index
        self.flow = flow
        let isWire = index.member(flow, "flow_id") != nil
        names = isWire ? .wire : .script
        column = isWire ? .sdk3 : .sdk3Bridge
    }

    /// The list of paywalls; `nil` for flows without variations.
    var list: [UInt8]? {
        let variations = names.variations.lazy.compactMap { [index, flow] in index.member(flow, $0) }.first
        guard let variations, case let paywalls = index.elements(variations), !paywalls.isEmpty else { return nil }
        let texts = paywalls.map { paywall in JSONText.object(members(of: paywall), colon: [.colon]) }
        return Array("{\"data\":[".utf8) + texts.joined(separator: [.comma]) + Array("]}".utf8)
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
        let config = index.member(flow, names.configurations).flatMap { index.elements($0).first }
        add("placement", index.member(flow, "placement"))
        add(names.created.paywall, index.member(flow, names.created.flow))
        add(names.configuration, config)
        add(names.locale, config.flatMap { index.member($0, "lang") })
        return members
    }
}

/// Custom codec: a paywall's JSON text under its three names.
///
/// ```
/// sdk1-wire    "custom_payload":"{\"a\":1}"
/// sdk2, sdk3   "remote_config":{"lang":"en","data":"{\"a\":1}"}
/// sdk2-bridge  "remoteConfigString":"{\"a\":1}","remoteConfig":{"a":1},"locale":"en"
/// ```
///
/// React Native 2.2 wrote `locale` beside the members of `sdk2` for one day, without a `remote_config`.
///
/// The string token is copied, never re-serialised: some are double-encoded, some hold an empty key, some are `""`.
package enum RemoteConfig {
    static let names = Names()
        .native([.sdk1Wire], "custom_payload").native([.sdk1Stored, .sdk1Bridge], "custom_payload_string")
        .native([.sdk1BridgeSnake], "custom_payload_string").older([.sdk1BridgeSnake], "custom_payload")
        .older([.sdk1Stored], "internal_custom_payload").fallback([.sdk1Stored, .sdk1Bridge], "custom_payload")
        .fallback([.sdk1Wire, .sdk1BridgeSnake], "customPayload")
        .native([.sdk2, .sdk3], "remote_config").older([.sdk2], "custom_payload").leftover([.sdk3], "custom_payload")
        .fallback([.sdk2], "locale")
        .native(.sdk3Bridges, "remote_config").fallback(.sdk3BridgeFlat, "remote_config_string").fallback(
            .sdk3BridgeFlat, "locale"
        )
        .native([.sdk2Bridge], "remote_config_string").fallback([.sdk2Bridge], "remote_config").fallback(
            [.sdk2Bridge], "locale")

    /// The text and its locale, found in whatever the source has.
    package struct Source {
        /// The string token of the JSON text; `null` when every spelling is null.
        package var data: [UInt8]?
        var lang: [UInt8]?
        /// A current `remote_config` object, kept as it is.
        package var object: [UInt8]?
        /// The member the value was taken from.
        var winner: Int?
        /// A second spelling says something else.
        var hasOtherText = false

        package init() {}
    }

    package static func read(_ members: [JSONIndex.Member], _ index: JSONIndex) -> Source? {
        var source = Source()
        var texts: [(member: Int, token: [UInt8])] = []
        var isReadable = true
        for (position, member) in members.enumerated() {
            let kind = index.kind(member.value)
            switch (index.name(member.name), kind) {
            case (_, .null): continue
            case ("locale", .string): source.lang = Array(index.raw(member.value))
            case ("remote_config", .object):
                source.object = Array(index.raw(member.value))
                source.winner = position
            case ("remoteConfig", .object):
                guard let config = script(member.value, index) else { continue }
                source.lang = config.lang
                texts.insert((position, config.data), at: 0)
            case ("customPayload", .object): continue
            case ("remote_config", _): isReadable = false
            case (_, .string): texts.append((position, Array(index.raw(member.value))))
            default: isReadable = false
            }
        }
        guard isReadable else { return nil }
        if source.object != nil {
            if let object = members.first(where: {
                index.name($0.name) == "remote_config" && index.kind($0.value) == .object
            })?.value {
                let data = index.member(object, "data").flatMap { index.text($0) }
                source.hasOtherText = texts.contains { decode($0.token) != data }
            }
            return source
        }
        if let text = texts.first {
            source.data = text.token
            source.winner = text.member
            source.hasOtherText = texts.contains { decode($0.token) != decode(text.token) }
        } else if let position = members.firstIndex(where: { index.kind($0.value) == .object }) {
            source.data = JSONText.encode(Fingerprint.compact(index, members[position].value)[...])
            source.winner = position
        }
        return source
    }

    /// Of members that cannot be read together, those that the target could read the next time without the others: the
    /// locale of a text, or one of two texts.
    static func misread(_ members: [JSONIndex.Member], _ index: JSONIndex, from: Column, to: Column)
        -> [JSONIndex.Member]
    {
        guard from.dialect != to.dialect else { return [] }
        let own = members.filter { member in names[to].contains { index.nameEquals(member.name, $0.text) } }
        return read(own, index) == nil ? [] : own
    }

    /// What an object of SDK 2.11 and later in JavaScript says: `{lang, data, dataString}`, where `data` is the parsed
    /// object. `nil` for other objects, which are the configuration itself.
    private static func script(_ node: Int, _ index: JSONIndex) -> (lang: [UInt8], data: [UInt8])? {
        guard let lang = index.member(node, "lang"), index.kind(lang) == .string,
            let data = index.member(node, "data"), index.kind(data) == .object
        else { return nil }
        if let text = index.member(node, "dataString"), index.kind(text) == .string, index.range(text).count > 2 {
            return (Array(index.raw(lang)), Array(index.raw(text)))
        }
        let isEmpty = Int(index[data].next) == data + 1
        let text = isEmpty ? Array("\"\"".utf8) : JSONText.encode(Fingerprint.compact(index, data)[...])
        return (Array(index.raw(lang)), text)
    }

    /// The same, made of a text; `nil` when the text is no object.
    private static func script(lang: [UInt8]?, data: [UInt8]) -> [UInt8]? {
        let text = decode(data)
        guard let parsed = try? JSONScanner.index(Array((text.isEmpty ? "{}" : text).utf8)), parsed.kind(0) == .object
        else { return nil }
        let members = [
            ("lang", (lang ?? JSONText.encode("en"))[...]), ("data", Fingerprint.compact(parsed, 0)[...]),
            ("dataString", data[...]),
        ]
        return JSONText.object(members, colon: [0x3A])
    }

    /// Whether a member of this name is all that the configuration of either column is made of: the text of SDK 1, the
    /// object of SDK 2 and 3.
    package static func isAlone(_ name: String, _ use: Spelling.Use, from: Column, to: Column) -> Bool {
        let isObject: (Column) -> Bool = { $0 == .sdk2 || $0 == .sdk3 }
        if from.isSDK1 { return isObject(to) && (use == .native || use == .older) }
        return isObject(from) && name == "remote_config" && (to == from || to.isSDK1)
    }

    /// What stands before and after the text where no locale is known.
    package static let opening = "{\"lang\":\"en\",\"data\":", closing = "}"

    private static func decode(_ token: [UInt8]) -> String { JSONText.decode(token[...], hasEscapes: true) }

    /// The members of the target column.
    package static func write(_ source: Source, to: Column) -> [(name: String, value: [UInt8])] {
        switch to {
        case .sdk2, .sdk3:
            if let object = source.object { return [("remote_config", object)] }
            guard source.data != nil || source.lang != nil else { return [("remote_config", null)] }
            let lang = source.lang ?? JSONText.encode("en")
            let data = source.data.map { Array(",\"data\":".utf8) + $0 } ?? []
            return [("remote_config", Array("{\"lang\":".utf8) + lang + data + Array("}".utf8))]
        case .sdk2Bridge:
            let (lang, data) = parts(source)
            var members = [("remoteConfigString", data ?? null)]
            if let data, let parsed = try? JSONScanner.index(Array(decode(data).utf8)), parsed.kind(0) == .object {
                members.append(("remoteConfig", Fingerprint.compact(parsed, 0)))
            }
            if let lang { members.append(("locale", lang)) }
            return members
        case .sdk3Bridge, .sdk3BridgeFlat:
            let (lang, data) = parts(source)
            return data.flatMap { script(lang: lang, data: $0) }.map { [("remoteConfig", $0)] } ?? [
                ("remoteConfig", null)
            ]
        default:
            return [(names.written(to)?.text ?? "custom_payload", parts(source).data ?? null)]
        }
    }

    /// The locale, decoded; `nil` when the source has none.
    static func lang(_ source: Source) -> String? { parts(source).lang.map(decode) }

    /// The payload text of a current `remote_config`, for a document that had it under the older name (SDK 2.0–2.2);
    /// `nil` when the names are not those two, or the older one cannot hold the locale.
    static func payload(_ member: JSONIndex.Member, _ index: JSONIndex, under oldName: ArraySlice<UInt8>) -> [UInt8]? {
        guard index.nameEquals(member.name, "remote_config"), index.kind(member.value) == .object,
            JSONText.decode(oldName, hasEscapes: true) == "custom_payload",
            index.member(member.value, "lang").flatMap({ index.text($0) }) ?? "en" == "en"
        else { return nil }
        guard let data = index.member(member.value, "data"), index.kind(data) == .string else { return null }
        return Array(index.raw(data))
    }

    static let null = Array("null".utf8)

    private static func parts(_ source: Source) -> (lang: [UInt8]?, data: [UInt8]?) {
        guard let object = source.object, let index = try? JSONScanner.index(object) else {
            return (source.lang, source.data)
        }
        func token(_ name: String) -> [UInt8]? {
            index.member(0, name).flatMap { index.kind($0) == .string ? Array(index.raw($0)) : nil }
        }
        return (token("lang"), token("data"))
    }
}

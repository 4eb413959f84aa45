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
        .leftover([.sdk1Stored, .sdk1Bridge], "custom_payload", camel: "custom_payload")
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

    /// - Parameter names: the nodes of the names of the members, each of another name.
    package static func read(_ names: [Int], _ tape: Tape) -> Source? {
        var source = Source(), isReadable = true
        var texts: [(member: Int, token: [UInt8])] = []
        for (position, name) in names.enumerated() {
            let value = name + 1
            switch (tape.string(name), tape.kind(value)) {
            case (_, .null): continue
            case ("locale", .string): source.lang = tape.array(value)
            case ("remote_config", .array) where tape.isEmptyArray(value):
                // PHP writes an empty object so.
                (source.object, source.winner) = (JSONText.emptyObject, position)
            case ("remote_config", .object):
                source.object = tape.array(value)
                source.winner = position
            case ("remoteConfig", .object):
                guard let config = script(value, tape) else { continue }
                source.lang = config.lang
                texts.insert((position, config.data), at: 0)
            case ("customPayload", .object): continue
            case ("remote_config", _): isReadable = false
            case (_, .string): texts.append((position, tape.array(value)))
            default: isReadable = false
            }
        }
        guard isReadable else { return nil }
        if source.object != nil {
            let object = names.first { tape.string($0) == "remote_config" && tape.kind($0 + 1) == .object }
            let data = object.flatMap { tape.member($0 + 1, "data") }.flatMap { tape.stringValue($0) }
            source.hasOtherText = texts.contains { decode($0.token) != data }
            return source
        }
        if let text = texts.first {
            source.data = text.token
            source.winner = text.member
            source.hasOtherText = texts.contains { $0.token != text.token && decode($0.token) != decode(text.token) }
        } else if let position = names.firstIndex(where: { tape.kind($0 + 1) == .object }) {
            source.data = JSONText.encode(JSONText.compact(tape.array(names[position] + 1))[...])
            source.winner = position
        }
        return source
    }

    /// The same in an index.
    package static func read(_ names: [Int], _ index: JSONIndex) -> Source? {
        index.withTape { read(names, $0) }
    }

    /// Of members that cannot be read together, those that the target could read the next time without the others: the
    /// locale of a text, or one of two texts.
    static func misread(_ names: [Int], _ tape: Tape, from: Column, to: Column) -> [Int] {
        guard from.dialect != to.dialect else { return [] }
        let own = names.filter { name in
            let text = tape.string(name)
            return RemoteConfig.names[to].contains { $0.text == text }
        }
        return read(own, tape) == nil ? [] : own
    }

    /// What an object of SDK 2.11 and later in JavaScript says: `{lang, data, dataString}`, where `data` is the parsed
    /// object. `nil` for other objects, which are the configuration itself.
    private static func script(_ node: Int, _ tape: Tape) -> (lang: [UInt8], data: [UInt8])? {
        guard let lang = tape.member(node, "lang"), tape.kind(lang) == .string,
            let data = tape.member(node, "data"), tape.kind(data) == .object
        else { return nil }
        if let text = tape.member(node, "dataString"), tape.kind(text) == .string, tape.text(text).count > 2 {
            return (tape.array(lang), tape.array(text))
        }
        let isEmpty = tape.names(data).isEmpty
        let text = isEmpty ? Array("\"\"".utf8) : JSONText.encode(JSONText.compact(tape.array(data))[...])
        return (tape.array(lang), text)
    }

    /// The same, made of a text; `nil` when the text is no object.
    private static func script(lang: [UInt8]?, data: [UInt8]) -> [UInt8]? {
        let text = decode(data)
        guard let parsed = try? JSONScanner.index(Array((text.isEmpty ? "{}" : text).utf8)), parsed.kind(0) == .object
        else { return nil }
        let members = [
            ("lang", (lang ?? JSONText.encode("en"))[...]), ("data", JSONText.compact(parsed.bytes)[...]),
            ("dataString", data[...]),
        ]
        return JSONText.object(members, colon: [.colon])
    }

    static func decode(_ token: [UInt8]) -> String { JSONText.decode(token[...], hasEscapes: true) }

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
            let (lang, data) = said(source)
            var members = [("remoteConfigString", data ?? null)]
            if let data, let parsed = try? JSONScanner.index(Array(decode(data).utf8)), parsed.kind(0) == .object {
                members.append(("remoteConfig", JSONText.compact(parsed.bytes)))
            }
            if let lang { members.append(("locale", lang)) }
            return members
        case .sdk3Bridge, .sdk3BridgeFlat:
            let (lang, data) = said(source)
            return data.flatMap { script(lang: lang, data: $0) }.map { [("remoteConfig", $0)] } ?? [
                ("remoteConfig", null)
            ]
        default:
            return [(names.written(to)?.text ?? "custom_payload", said(source).data ?? null)]
        }
    }

    /// The locale, decoded; `nil` when the source has none.
    static func lang(_ source: Source) -> String? { said(source).lang.map(decode) }

    /// Whether a member is such an object of JavaScript.
    static func isScript(_ value: Int, _ index: JSONIndex) -> Bool { index.withTape { script(value, $0) != nil } }

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

    /// The tokens of the locale and of the text.
    typealias Said = (lang: [UInt8]?, data: [UInt8]?)

    static func said(_ source: Source) -> Said {
        guard let object = source.object, let index = try? JSONScanner.index(object) else {
            return (source.lang, source.data)
        }
        func token(_ name: String) -> [UInt8]? {
            index.member(0, name).flatMap { index.kind($0) == .string ? Array(index.raw($0)) : nil }
        }
        return (token("lang"), token("data"))
    }
}

/// Writes an edited remote config into the members that an original has for it, each in its own form: the text, the
/// locale, the parsed object, or an object of all.
///
/// Worked example, SDK 1.8, whose `internalCustomPayload` became `remote_config`: an edit of `data` goes into
/// `internalCustomPayload`, the only name that this SDK reads.
struct ConfigurationMerge {
    private let ours: JSONIndex
    /// What the original says, and what was edited: a token, `nil` for nothing.
    private let mine: RemoteConfig.Said
    private let data: Edit, lang: Edit

    /// A part of a configuration before and after the edits.
    private struct Edit {
        let isEdited: Bool
        /// A token; `nil` when the edit removed it.
        let now: [UInt8]?

        init(_ before: [UInt8]?, _ after: [UInt8]?) {
            (isEdited, now) = (before.map(RemoteConfig.decode) != after.map(RemoteConfig.decode), after)
        }
    }

    /// What becomes of one member.
    enum Change {
        case value([UInt8]), removed
    }

    /// - Parameters: the nodes of the names of the members, each of another name.
    /// - Returns: `nil` for members that cannot be read together.
    init?(_ ours: JSONIndex, _ mine: [Int], _ base: JSONIndex, _ before: [Int], _ theirs: JSONIndex, _ after: [Int]) {
        guard let said = RemoteConfig.read(mine, ours), let was = RemoteConfig.read(before, base),
            let now = RemoteConfig.read(after, theirs)
        else { return nil }
        (self.ours, self.mine) = (ours, RemoteConfig.said(said))
        let old = RemoteConfig.said(was), new = RemoteConfig.said(now)
        (data, lang) = (Edit(old.data, new.data), Edit(old.lang, new.lang))
    }

    /// What becomes of the members, by the nodes of their names.
    ///
    /// - Parameter object: merges the members of the current `remote_config`; `nil` when it has none in all three.
    /// - Returns: `nil` when their forms cannot say the edit.
    func changes(_ names: [Int], object: (Int) -> [UInt8]?) -> [Int: Change]? {
        var changes: [Int: Change] = [:], saysData = false, saysLang = false
        for name in names {
            let value = name + 1
            switch (ours.name(name), ours.kind(value)) {
            case ("remote_config", .object):
                guard let merged = object(value) else { return nil }
                changes[name] = .value(merged)
                (saysData, saysLang) = (true, true)
            case ("locale", .string):
                guard lang.isEdited, isSaid(value, mine.lang) else { continue }
                guard let token = lang.now else { return nil }
                changes[name] = .value(token)
                saysLang = true
            case (_, .string):
                guard data.isEdited, isSaid(value, mine.data) else { continue }
                changes[name] = .value(data.now ?? RemoteConfig.null)
                saysData = true
            case ("remoteConfig", .object) where RemoteConfig.isScript(value, ours):
                guard let parts = script(value) else { return nil }
                changes[name] = .value(parts)
                (saysData, saysLang) = (true, true)
            case (_, .object):
                guard data.isEdited, isPayload(value) else { continue }
                if let payload = payload {
                    changes[name] = .value(payload)
                    saysData = true
                } else {
                    changes[name] = .removed
                }
            case (_, .null): continue
            default: return nil
            }
        }
        return data.isEdited && !saysData || lang.isEdited && !saysLang ? nil : changes
    }

    /// Whether a text says what the configuration does.
    private func isSaid(_ value: Int, _ said: [UInt8]?) -> Bool {
        said.map(RemoteConfig.decode) == RemoteConfig.decode(Array(ours.raw(value)))
    }

    /// Whether an object is what the text says.
    private func isPayload(_ value: Int) -> Bool {
        let text = mine.data.map { JSONText.compact(Array(RemoteConfig.decode($0).utf8)) }
        return text == JSONText.compact(Array(ours.raw(value)))
    }

    /// The edited text as the object that it says; `nil` when it is none.
    private var payload: [UInt8]? {
        guard let text = data.now.map({ Array(RemoteConfig.decode($0).utf8) }),
            let parsed = try? JSONScanner.index(text), parsed.kind(0) == .object
        else { return nil }
        return JSONText.compact(text)
    }

    /// An object of JavaScript with `lang`, the parsed `data`, and its text.
    private func script(_ node: Int) -> [UInt8]? {
        var parts: [(Range<Int>, [UInt8])] = []
        for member in ours.members(node) {
            switch ours.name(member.name) {
            case "lang" where lang.isEdited:
                guard let token = lang.now else { return nil }
                parts.append((ours.range(member.value), token))
            case "data" where data.isEdited:
                guard let payload else { return nil }
                parts.append((ours.range(member.value), payload))
            case "dataString" where data.isEdited:
                guard let token = data.now else { return nil }
                parts.append((ours.range(member.value), token))
            default: break
            }
        }
        return ours.replacing(parts, in: ours.range(node)) ?? Array(ours.raw(node))
    }
}

import AdaptyMigrationCore

extension ModelView {
    /// The custom configuration in the form of a column: the text of SDK 1, or the object of SDK 2 and 3.
    func remoteConfig(as column: Column) -> (index: JSONIndex, node: Int)? {
        let members = remoteConfigMembers
        guard !members.isEmpty, let source = RemoteConfig.read(members.map(\.name), index),
            let written = RemoteConfig.write(source, to: column).first, let form = try? JSONScanner.index(written.value)
        else { return nil }
        return form.kind(0) == .null ? nil : (form, 0)
    }

    /// - Parameter value: the text or the object; `nil` removes the members.
    mutating func setRemoteConfig(_ value: JSONIndex?) {
        var source = RemoteConfig.Source()
        if value?.kind(0) == .object { source.object = value?.bytes } else { source.data = value?.bytes }
        let written = value.flatMap { _ in RemoteConfig.write(source, to: names.column).first }
        for name in Set(remoteConfigMembers.map { index.name($0.name) }) where name != written?.name {
            setMember(name, nil)
        }
        if let written, let form = try? JSONScanner.index(written.value) { setMember(written.name, form) }
    }

    private var remoteConfigMembers: [JSONIndex.Member] {
        let names = names.spellings[names.number("remote_config")].map { $0.path[0] }
        return index.members(node).filter { member in names.contains { index.nameEquals(member.name, $0) } }
    }
}

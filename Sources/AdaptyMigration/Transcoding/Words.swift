/// The values that a walk writes of its own accord.
struct Words {
    let `true` = NameToken(raw: "true"), `false` = NameToken(raw: "false"), empty = NameToken(raw: "{}")
    /// Around the text of a paywall's configuration.
    let opening = NameToken(raw: RemoteConfig.opening), closing = NameToken(raw: RemoteConfig.closing)

    func deallocate() { for word in [`true`, `false`, empty, opening, closing] { word.deallocate() } }
}

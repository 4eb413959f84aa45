/// The values that a walk writes of its own accord.
struct Words {
    let `true` = NameToken(raw: "true"), `false` = NameToken(raw: "false"), empty = NameToken(raw: "{}")

    func deallocate() { for word in [`true`, `false`, empty] { word.deallocate() } }
}

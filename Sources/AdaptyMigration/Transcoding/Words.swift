/// The values that a walk writes of its own accord.
final class Words {
    let `true` = NameToken(raw: "true"), `false` = NameToken(raw: "false"), empty = NameToken(raw: "{}")

    deinit { for word in [`true`, `false`, empty] { word.deallocate() } }
}

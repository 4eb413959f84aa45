import AdaptyMigrationAccess
import AdaptyMigrationCore

/// The values that a walk writes itself.
struct Words {
    let `true` = NameToken(raw: "true"), `false` = NameToken(raw: "false"), empty = NameToken(raw: "{}")
    /// Around the text of a paywall's configuration.
    let opening = NameToken(raw: RemoteConfig.opening), closing = NameToken(raw: RemoteConfig.closing)
    /// What API v2 says of offers and attributes.
    let offer = Spaced(OfferForm.init), attributes = Spaced(AttributesForm.init)

    /// The text in a paywall's configuration, where SDK 1's way up puts nothing else around it; `nil` for every other.
    ///
    /// - Parameter quotes: how many quotes the value has.
    func payload(_ value: ByteView, quotes: Int) -> Range<Int>? {
        let start = opening.bytes.count, end = value.count - closing.bytes.count
        // Two names, the locale and the text, which ends right before the object's brace.
        guard quotes == 8, end > start, value.part(0..<start).equals(opening.bytes), value[start] == 0x22,
            value[end - 1] == 0x22
        else { return nil }
        return start..<end
    }

    func deallocate() {
        for word in [`true`, `false`, empty, opening, closing] { word.deallocate() }
        offer.forEach { $0.deallocate() }
        attributes.forEach { $0.deallocate() }
    }
}

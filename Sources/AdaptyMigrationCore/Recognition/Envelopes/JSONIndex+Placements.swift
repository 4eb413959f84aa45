/// The placements of a fallback file, which are the members of its `data` (SDK 2.11 and later).
extension JSONIndex {
    /// The values of `data`; none where it has no children.
    var placements: [Int] { member(0, "data").map { children($0).map(\.value) } ?? [] }

    /// The file with lists and objects in the place of texts of JSON, as its decoders read it (AdaptySDK-iOS 2.11–3.17);
    /// `nil` where no placement is a text.
    package func openingPlacements(maximumDepth: Int) -> JSONIndex? {
        guard member(0, "meta") != nil, let data = member(0, "data"), kind(data) == .object else { return nil }
        let parts: [(range: Range<Int>, bytes: [UInt8])] = placements.compactMap { value in
            guard let text = text(value).map({ Array($0.utf8) }),
                let inner = try? JSONScanner.index(text, maximumDepth: maximumDepth), inner.kind(0).isContainer
            else { return nil }
            return (range(value), text)
        }
        return replacing(parts, in: range(0)).flatMap { try? JSONScanner.index($0, maximumDepth: maximumDepth) }
    }
}

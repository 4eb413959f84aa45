import AdaptyMigrationCore

extension StoredReport: Codable {
    private enum Name: String, CodingKey { case sdk, isClean, summary, note, items }

    /// `{"sdk": "3.12.0", "isClean": true, "summary": …, "note": …, "items": [{"key": …, "outcome": …, "note": …,
    /// "changes": […]}]}`. Without an SDK version there is no `sdk`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encodeIfPresent(sdk?.description, forKey: .sdk)
        try members.encode(isClean, forKey: .isClean)
        try members.encode(summary, forKey: .summary)
        try members.encode(note, forKey: .note)
        try members.encode(items, forKey: .items)
    }

    /// Reads ``encode(to:)``. ``isClean`` and ``summary`` follow from the items.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Name.self)
        sdk = try members.decodeIfPresent(String.self, forKey: .sdk).flatMap { SDKVersion($0) }
        note = try members.decode(String.self, forKey: .note)
        items = try members.decode([Item].self, forKey: .items)
    }
}

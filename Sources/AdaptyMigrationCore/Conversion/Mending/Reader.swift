/// The decoder for which a record is mended.
struct Reader {
    let sdk: SDKVersion
    /// The number of its range of versions, see ``ReaderRules``.
    let range: Int
    /// Whether the record is read as SDK 1.x read what it had stored: an end of access that cannot be read is no end, and
    /// names of later versions are not looked for.
    let isStored: Bool
    /// Whether SDK 1.x stored it, which read a missing value as the placeholder.
    let fills: Bool
    /// Whether the paywalls are those of an answer of the server, or of a fallback file, which has in its `meta` what is
    /// the same for all of them.
    var isListed = false

    init(_ sdk: SDKVersion, isStored: Bool = false, fills: Bool = false) {
        (self.sdk, self.isStored, self.fills, range) = (sdk, isStored, fills, ReaderRules.range(sdk))
    }

    /// The rules for the records of a table.
    func rules(_ table: TableID, in column: Column) -> UnsafePointer<ReaderRules> {
        ReaderRules.of(table, in: column, range)
    }
}

extension SDKVersion {
    /// - Parameters:
    ///   - path: a JSON pointer to what the decoder requires.
    ///   - isThere: whether there is a value.
    func refusal(of path: String, isThere: Bool) -> MigrationError {
        MigrationError(
            .missingRequired,
            isThere
                ? "SDK \(self) cannot read \(path), and no other value is safe"
                : "SDK \(self) requires \(path), and no placeholder is safe",
            remedy: path.hasSuffix("/is_active") && !isThere
                ? "add it; for records of server-v2, set `instant`"
                : "\(isThere ? "correct" : "add") it, or convert without `readableBy`",
            path: path)
    }
}

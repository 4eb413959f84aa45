import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

extension Dialect {
    private static let prefix = "application/vnd.adapty.", suffix = "+json"

    /// The media type of the dialect's documents, e.g. `application/vnd.adapty.sdk1-wire+json` (RFC 6838 §3.2, RFC 6839
    /// §3.1).
    public var mediaType: String { Dialect.prefix + rawValue + Dialect.suffix }

    /// - Parameter mediaType: in any case; parameters (`; charset=utf-8`) are ignored.
    /// - Returns: `nil` when the media type is not that of a dialect.
    public init?(mediaType: String) {
        let essence = HeaderText.trimmed(mediaType.split(separator: ";", omittingEmptySubsequences: false).first ?? "")
            .lowercased()
        guard essence.hasPrefix(Dialect.prefix), essence.hasSuffix(Dialect.suffix),
            essence.utf8.count > Dialect.prefix.utf8.count + Dialect.suffix.utf8.count
        else { return nil }
        self.init(rawValue: String(essence.dropFirst(Dialect.prefix.count).dropLast(Dialect.suffix.count)))
    }
}

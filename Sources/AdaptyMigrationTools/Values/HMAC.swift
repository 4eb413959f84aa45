import AdaptyMigrationAccess
import AdaptyMigrationCore
import AdaptyMigrationModels
@_spi(Tools) import AdaptyMigrationStreams
@_spi(Tools) import AdaptyStoredData

/// HMAC-SHA-256 (RFC 2104) with one key. The tests check it against the codes of RFC 4231.
@_spi(Tools) public struct HMAC: Sendable {
    /// The hash states after the padded keys, with which every code begins.
    private let inner: SHA256Hash
    private let outer: SHA256Hash

    /// Creates codes with a key of any length, in bytes.
    public init(key: [UInt8]) {
        let short = key.count > 64 ? SHA256Hash.hash(key) : key
        let padded = short + Array(repeating: 0, count: 64 - short.count)
        inner = SHA256Hash(after: padded.map { $0 ^ 0x36 })
        outer = SHA256Hash(after: padded.map { $0 ^ .backslash })
    }

    /// The 32 bytes of the code.
    public func code(_ message: [UInt8]) -> [UInt8] {
        var inner = inner, outer = outer
        inner.update(message)
        outer.update(inner.finish())
        return outer.finish()
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// Proves to a subscriber who sent a body and when: HMAC-SHA256 (RFC 2104) of the seconds since 1970, a full stop, and
/// the body.
enum Signature {
    static let header = "Adapty-Migration-Signature"

    /// `t=1700000000,v1=` and 64 hexadecimal digits.
    static func text(of body: [UInt8], secret: String, seconds: Int64) -> String {
        let code = HMAC(key: Array(secret.utf8)).code(Array("\(seconds).".utf8) + body)
        return "t=\(seconds),v1=\(SHA256Hash.hex(of: code))"
    }
}

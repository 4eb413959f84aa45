import Crypto
import Foundation

/// By which a subscriber knows who sent a body, and when: HMAC-SHA256 (RFC 2104) of the seconds since 1970, a full
/// stop, and the body.
enum Signature {
    static let header = "Adapty-Migration-Signature"

    /// `t=1700000000,v1=` and 64 hexadecimal digits.
    static func text(of body: [UInt8], secret: String, seconds: Int64) -> String {
        var code = HMAC<SHA256>(key: SymmetricKey(data: Array(secret.utf8)))
        code.update(data: Array("\(seconds).".utf8))
        code.update(data: body)
        return "t=\(seconds),v1="
            + code.finalize().map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}

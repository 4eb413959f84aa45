@_spi(Tools) import AdaptyMigrationTools

/// A text that a client must know. Only its digest is kept and compared, so that the time of a comparison reveals
/// neither its content nor its length.
struct Secret: Sendable {
    private let digest: [UInt8]

    /// - Parameter text: the secret, with or without `Bearer ` before it.
    init(_ text: String) { digest = Secret.digest(text) }

    /// - Parameter header: the value of `Authorization`: the secret, with or without `Bearer ` before it.
    func matches(_ header: String?) -> Bool { digest == Secret.digest(header ?? "") && header != nil }

    private static func digest(_ text: String) -> [UInt8] {
        let scheme = "bearer "
        return SHA256Hash.hash(
            Array((text.lowercased().hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]).utf8))
    }
}

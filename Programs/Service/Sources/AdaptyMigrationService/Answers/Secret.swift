import AdaptyMigrationTools

/// A text that a client must know. Kept as its digest, and compared with digests, so that neither its content nor its
/// length shows in the time it takes.
struct Secret: Sendable {
    private let digest: [UInt8]

    /// - Parameter text: with or without `Bearer ` before it.
    init(_ text: String) { digest = Secret.digest(text) }

    /// - Parameter header: what `Authorization` says: the text, with or without `Bearer ` before it.
    func matches(_ header: String?) -> Bool { digest == Secret.digest(header ?? "") && header != nil }

    private static func digest(_ text: String) -> [UInt8] {
        let scheme = "bearer "
        return SHA256Hash.hash(
            Array((text.lowercased().hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]).utf8))
    }
}

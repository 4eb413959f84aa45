@_spi(Tools) import AdaptyMigrationTools

/// The texts of which a client must know one: a secret, and the former one while clients change. Only their digests are
/// kept and compared, so that the time of a comparison reveals neither their content nor their length.
struct Secret: Sendable {
    private let digests: [[UInt8]]

    /// - Parameter texts: each with or without `Bearer ` before it.
    init(_ texts: [String]) { digests = texts.map(Secret.digest) }

    /// Whether no client can know it.
    var isEmpty: Bool { digests.isEmpty }

    /// - Parameter header: the value of `Authorization`: a text, with or without `Bearer ` before it.
    func matches(_ header: String?) -> Bool { header.map { digests.contains(Secret.digest($0)) } ?? false }

    private static func digest(_ text: String) -> [UInt8] {
        let scheme = "bearer "
        return SHA256Hash.hash(
            Array((text.lowercased().hasPrefix(scheme) ? text.dropFirst(scheme.count) : text[...]).utf8))
    }
}

/// How one column writes one field, and what the spelling is good for.
package struct Spelling: Sendable, Equatable {
    package enum Use: UInt8, Sendable {
        /// Read and written; evidence for the dialect.
        case native
        /// Read, never written: an older variant of the dialect. Evidence for the dialect.
        case older
        /// Read and written, but another dialect's field: kept so that nothing is lost on the way through.
        case carried
        /// Read, never written, and no evidence: what servers and half-finished migrations leave behind.
        case leftover
        /// Read where no stronger spelling is present (`id` for `profile_id`); never a conflict.
        case fallback

        /// Whether the spelling speaks for the dialect.
        var isEvidence: Bool { self == .native || self == .older || self == .fallback }
    }

    /// One name, or a holder and a name in it (`placement/developer_id`).
    package let path: [String]
    package let use: Use

    init(_ text: String, _ use: Use) {
        path = text.utf8.contains(UInt8(ascii: "/")) ? text.split(separator: "/").map(String.init) : [text]
        self.use = use
    }

    package var text: String { path.joined(separator: "/") }
    package var isWritten: Bool { use == .native || use == .carried }
}

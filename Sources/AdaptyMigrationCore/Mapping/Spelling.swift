/// How one column writes one field, and the role of the spelling.
package struct Spelling: Sendable, Equatable {
    package enum Use: UInt8, Sendable {
        /// Read and written; evidence for the dialect.
        case native
        /// Read, never written: an older variant of the dialect. Evidence for the dialect.
        case older
        /// Read and written, but the field of another dialect. It is kept so that nothing is lost on the way.
        case carried
        /// Read and written, but by no decoder of the dialect: the field of a server or of another SDK, which stays in the
        /// record. Evidence for the dialect, except in forms that no server sends.
        case passed
        /// Read, never written, and not evidence: leftovers of servers and unfinished migrations.
        case leftover
        /// Read when no stronger spelling is present (`id` for `profile_id`). It never conflicts.
        case fallback

        /// Whether the spelling is evidence for the dialect.
        var isEvidence: Bool { self == .native || self == .older || self == .passed || self == .fallback }
    }

    /// How a value of this spelling differs from one of the row's codec.
    package enum Shape: Sendable {
        case ofRow
        /// A list of the records of which the row has the first.
        case list
        /// One record of those that the row has in a list.
        case single
    }

    /// A name, or a container and a name in it (`placement/developer_id`).
    package let path: [String]
    package let use: Use
    package let shape: Shape

    init(_ text: String, _ use: Use, _ shape: Shape = .ofRow) {
        path = text.utf8.contains(UInt8(ascii: "/")) ? text.split(separator: "/").map(String.init) : [text]
        (self.use, self.shape) = (use, shape)
    }

    package var text: String { path.joined(separator: "/") }
    package var isWritten: Bool { use == .native || use == .carried || use == .passed }
}

/// Who edited a document. The absence of a member is an edit of somebody who knows the member.
package enum DocumentEditor: Sendable {
    /// A program that reads a dialect, and keeps what no decoder of the dialect reads or drops it.
    case program(Column)
    /// A client whose types have what the decoders of a dialect read, and nothing else.
    ///
    /// - Parameter version: the version of its SDK; `nil` for any that reads the dialect.
    case client(Column, version: SDKVersion?)

    /// - Parameter row: the field; `nil` for a member of which no dialect knows anything.
    func sees(_ row: Row?) -> Bool {
        switch self {
        case .program(let column): row.map { !$0.isPassed(in: column) } ?? true
        case .client(let column, let version): row?.isDecoded(in: column, by: version) ?? false
        }
    }
}

/// Why a document cannot be a column's, or is not likely to be.
package struct DialectObjection: Sendable {
    /// What it speaks of.
    package let node: Int
    let reason: Reason

    /// Put into words only where somebody reads them.
    enum Reason: Sendable {
        case otherSpelling, noSuchMember, notItsOwn
        case value(CodecObjection)
        case envelope(Envelope.Wrapper)
        case jsonAPI, bareData, byPlacement, storedEntry, wrappedEntry
        case notNewer
    }

    /// - Parameter value: the decoded text that it speaks of, where that is a string.
    func words(_ column: Column, value: @autoclosure () -> String?) -> String {
        let dialect = column.dialect.rawValue
        return switch reason {
        case .otherSpelling: "\(dialect) spells this otherwise"
        case .noSuchMember: "\(dialect) has no such member"
        case .notItsOwn: "not \(dialect)'s own member"
        case .value(let objection): objection.words(column, value: value())
        case .envelope(let wrapper): "\(dialect) has no envelope \(wrapper.rawValue)"
        case .jsonAPI: "a JSON:API envelope is sdk1-wire's"
        case .bareData: "a bare data envelope is the server API's"
        case .byPlacement: "only SDK 2.11 and later list paywalls by placement"
        case .storedEntry: "only SDK 2 and later store {v, h}"
        case .wrappedEntry: "\(dialect) has no attributes wrapper"
        case .notNewer: "nothing here is newer than sdk2"
        }
    }
}

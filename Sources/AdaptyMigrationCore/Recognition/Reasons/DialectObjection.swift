/// The reason why a document cannot belong to a column, or probably does not.
package struct DialectObjection: Sendable {
    /// The node of the objection.
    package let node: Int
    let reason: Reason

    /// The sentence is made only when somebody reads it.
    enum Reason: Sendable {
        case otherSpelling, noSuchMember, notItsOwn
        /// The column writes the values of a codec in another form.
        case value(Codec, Form)
        case envelope(Envelope.Wrapper)
        case jsonAPI, bareData, byPlacement, storedEntry, wrappedEntry
        case notNewer
    }

    /// - Parameter value: the decoded text of the node, if it is a string.
    func words(_ column: Column, value: @autoclosure () -> String?) -> String {
        let dialect = column.dialect.rawValue
        return switch reason {
        case .otherSpelling: "\(dialect) spells this differently"
        case .noSuchMember: "\(dialect) has no such member"
        case .notItsOwn: "not a member of \(dialect)'s own"
        case .value(.eventName, _): EventName(rawValue: value() ?? "").asOlderSpelling
        case .value(let codec, let form): "\(dialect) writes \(codec.plural) as \(form.phrase)"
        case .envelope(let wrapper): "\(dialect) has no envelope \(wrapper.rawValue)"
        case .jsonAPI: "only sdk1-wire has a JSON:API envelope"
        case .bareData: "only the server API has a bare data envelope"
        case .byPlacement: "only SDK 2.11 and later list paywalls by placement"
        case .storedEntry: "only SDK 2 and later store {v, h}"
        case .wrappedEntry: "\(dialect) has no attributes wrapper"
        case .notNewer: "nothing here is newer than sdk2"
        }
    }
}

extension EventName {
    fileprivate var asOlderSpelling: String { "\(rawValue) is an older spelling of \(canonical.rawValue)" }
}

/// Trouble with a store that ends a run: what, and what to do about it. Holds no password and no data.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
    /// What kind of trouble; decides the exit status.
    public enum Kind: Sendable {
        /// The address or an option is wrong.
        case usage
        /// The store is not there, or cannot be opened.
        case missing
        /// The run is refused, so that nothing is harmed.
        case refused
        /// Reading or writing failed.
        case failed
        /// The database refuses what was to be written to a row: a constraint, a trigger, a value that does not fit.
        case row
    }

    public let kind: Kind
    public let message: String
    public let remedy: String

    public init(_ kind: Kind, _ message: String, remedy: String) {
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }

    public var description: String { "\(message); \(remedy)" }
}

/// An error of a store that ends a run, with a remedy. It contains no password and no data.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
    /// The kind of error, which determines the exit status.
    public enum Kind: Sendable {
        /// The address or an option is wrong.
        case usage
        /// The store does not exist or cannot be opened.
        case missing
        /// The server does not answer, or not yet, or no longer, or another program holds the file: the same command may
        /// succeed later.
        case unreachable
        /// The run was refused to prevent damage.
        case refused
        /// Reading or writing failed.
        case failed
        /// Another session holds a lock for longer than the transaction waits, or the database ended the transaction for
        /// the sake of another one.
        case locked
        /// The statement took longer than the database allows.
        case timedOut
        /// The database refuses a new value of a row, because of a constraint, a trigger or a type.
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

import AdaptyMigrationCore

/// What a client reads, as ``Negotiation`` understands it.
public struct Client: Sendable, Hashable {
    /// The dialect of its answers.
    public let dialect: Dialect
    /// The version of Adapty's SDK with which it decodes them; `nil` when it named a dialect.
    public let sdk: SDKVersion?

    /// Creates a client that reads a dialect.
    public init(_ dialect: Dialect) { (self.dialect, sdk) = (dialect, nil) }

    /// Creates a client whose SDK decodes records of a kind.
    public init(_ sdk: SDKVersion, reading kind: RecordKind) { (dialect, self.sdk) = (sdk.dialect(of: kind), sdk) }

    init(dialect: Dialect, sdk: SDKVersion?) { (self.dialect, self.sdk) = (dialect, sdk) }

    /// The version whose decoder has known requirements; `nil` where there are none, as before 2.0.
    var reader: SDKVersion? { sdk.flatMap { $0 < .oldestReader ? nil : $0 } }
}

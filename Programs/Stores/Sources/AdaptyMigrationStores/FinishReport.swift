/// The result of ending an upgrade for good, or its preview.
public struct FinishReport: Sendable, Encodable {
    /// The check before it. An upgrade that does not hold keeps its originals. `nil` when there was nothing to end.
    public let verification: VerifyReport?
    /// The number of rows whose originals are removed, and the bytes of these.
    public let originals: Int
    public let bytes: Int
    /// Whether they are removed.
    public internal(set) var isDone = false
}

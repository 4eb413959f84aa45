/// The result of ending an upgrade for good, or its preview.
public struct FinishReport: Sendable, Encodable {
    /// The check before it. An upgrade that does not hold keeps its originals.
    public let verification: VerifyReport
    /// The number of rows whose originals are removed, and the bytes of these.
    public let originals: Int
    public let bytes: Int
    /// Whether they were removed.
    public internal(set) var isDone = false
}

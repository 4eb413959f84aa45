/// What ending an upgrade for good did, or would do.
public struct FinishReport: Sendable {
    /// The check before it; what does not hold keeps its originals.
    public let verification: VerifyReport
    /// Rows or files whose originals go, and the bytes of these.
    public let originals: Int
    public let bytes: Int
    /// Whether they are gone.
    public internal(set) var isDone = false
}

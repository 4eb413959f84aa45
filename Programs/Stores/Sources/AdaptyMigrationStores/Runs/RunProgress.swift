/// The result of `apply` in this run of the program.
public struct RunProgress: Sendable, Encodable {
    public internal(set) var changed = 0
    public internal(set) var unchanged = 0
    public internal(set) var rejected = 0
    /// The number of rows that other programs were writing to, and that were read again.
    public internal(set) var contended = 0
    /// Fields that only originals have, with the number of upgraded rows: after `finish` they are nowhere.
    public internal(set) var losses: [String: Int] = [:]
    /// Whether the whole store was processed.
    public internal(set) var isComplete = false
}

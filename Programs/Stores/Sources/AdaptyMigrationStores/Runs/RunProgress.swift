/// What `apply` did in this run of the program.
public struct RunProgress: Sendable {
    public internal(set) var changed = 0
    public internal(set) var unchanged = 0
    public internal(set) var rejected = 0
    /// Rows, or files, that somebody else changed between reading and writing, and that were read again.
    public internal(set) var contended = 0
    /// Whether it went through the whole store.
    public internal(set) var isComplete = false
}

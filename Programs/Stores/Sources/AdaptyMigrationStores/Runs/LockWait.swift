/// What a run waits for.
public struct LockWait: Sendable, Equatable {
    /// A session of the database that holds it.
    public struct Holder: Sendable, Equatable {
        /// The number of its process.
        public let process: Int
        /// The name that its program gave; empty for none.
        public let program: String
        /// What it does, such as `idle in transaction`; empty where this role may not see it.
        public let state: String
    }

    /// The number of rows; 0 for a lock of the table.
    public let rows: Int
    /// There may be none left by now.
    public let holders: [Holder]
}

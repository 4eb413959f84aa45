extension Workload {
    /// What is measured.
    public enum Operation: String, CaseIterable, Sendable {
        /// Which dialect and kind, with evidence.
        case detect
        case upgrade
        case downgrade
        /// All that the command `verify` proves of a record.
        case verify
        /// Bytes to the typed record.
        case decode
        /// Decode, convert and encode.
        case convert
    }
}

extension Workload {
    /// What is measured.
    public enum Operation: String, CaseIterable, Sendable {
        /// Which dialect and kind, with evidence.
        case detect
        /// Without proof.
        case upgrade
        /// An upgrade of which every record is proven, as it is by default.
        case prove
        case downgrade
        /// All that the command `verify` proves of a record.
        case verify
        /// Bytes to the typed record.
        case decode
        /// Decode, convert and encode.
        case convert
    }
}

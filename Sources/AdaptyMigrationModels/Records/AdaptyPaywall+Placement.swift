extension AdaptyPaywall {
    /// The placement of a paywall under the names of SDK 3.8 and later. Every dialect has these fields somewhere.
    public struct Placement: Sendable, Hashable {
        /// Identifier configured in the Adapty Dashboard; ``AdaptyPaywall/id`` of SDK 2.
        public let id: String?
        /// Revision of the placement.
        public let revision: Int?
        /// A/B test of the placement.
        public let abTestName: String?
        /// Audience of the placement (SDK 3.4.0).
        public let audienceName: String?
        /// Version of the placement (SDK 3.8.0).
        public let audienceVersionId: String?
    }

    /// The placement, read from the fields of the paywall. They are edited there.
    public var placement: Placement {
        Placement(
            id: id, revision: revision, abTestName: abTestName, audienceName: audienceName,
            audienceVersionId: placementAudienceVersionId)
    }
}

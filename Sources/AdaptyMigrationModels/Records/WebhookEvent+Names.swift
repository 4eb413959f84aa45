import AdaptyMigrationCore

extension WebhookEvent {
    /// The event under its current name. ``EventName/canonical`` gives the name without converting the document.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func upgraded() throws(MigrationError) -> WebhookEvent {
        try WebhookEvent(decoding: document(as: .webhook), as: .webhook, leniently: true)
    }

    /// The event under its former name, the one of generations A and B.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func downgraded() throws(MigrationError) -> WebhookEvent {
        try WebhookEvent(decoding: document(as: .webhookLegacy), as: .webhookLegacy, leniently: true)
    }
}

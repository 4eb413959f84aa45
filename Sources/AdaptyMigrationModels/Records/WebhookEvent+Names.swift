import AdaptyMigrationCore

extension WebhookEvent {
    /// The event under its current name. ``EventName/canonical`` says it without touching the document.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func upgraded() throws(MigrationError) -> WebhookEvent {
        try WebhookEvent(decoding: document(as: .webhook), as: .webhook)
    }

    /// The event under the name it had before, or that generations A and B have for it.
    ///
    /// - Throws: ``MigrationError`` when the document cannot be converted.
    public func downgraded() throws(MigrationError) -> WebhookEvent {
        try WebhookEvent(decoding: document(as: .webhookLegacy), as: .webhookLegacy)
    }
}

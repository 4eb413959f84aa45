import AdaptyMigrationSQL

extension Settings {
    /// Reads settings from environment variables, such as `WEBHOOK_SECRET`. An empty one counts as absent.
    ///
    /// - Throws: a failure that says which setting is wrong or missing.
    init(_ environment: [String: String]) throws(StoreFailure) {
        self.init()
        for setting in Setting.all {
            guard let text = environment[setting.name], !text.isEmpty, !setting.read(&self, text) else { continue }
            throw StoreFailure(
                .usage, "\(setting.name) is not \(setting.wanted)", remedy: "correct it, or leave it out")
        }
        guard !webhookSecrets.isEmpty || !sandboxSecrets.isEmpty else {
            throw StoreFailure(
                .usage, "WEBHOOK_SECRET is not set, so nobody could send events",
                remedy: "set it to the Authorization value that you entered in Adapty's dashboard")
        }
    }
}

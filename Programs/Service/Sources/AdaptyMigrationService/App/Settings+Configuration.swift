import AdaptyMigrationSQL
import Configuration
import Logging
import NIOCore
import SystemPackage

extension Settings {
    /// Reads settings from the environment (`WEBHOOK_SECRET`), then from a file `.env` in the working folder, then from
    /// the JSON file that `CONFIG_FILE` names (`{"webhook": {"secret": …}}`).
    ///
    /// - Throws: a failure that says which setting is wrong or missing.
    static func read() async throws(StoreFailure) -> Settings {
        do { return try Settings(ConfigReader(providers: try await providers())) } catch let failure as StoreFailure {
            throw failure
        } catch {
            throw StoreFailure(
                .usage, "the configuration cannot be read: \(error)",
                remedy: "correct .env, or the file that CONFIG_FILE names")
        }
    }

    private static func providers() async throws -> [any ConfigProvider] {
        let secrets = SecretsSpecifier<String, String>.dynamic { name, _ in
            name.hasSuffix("SECRET") || name == "DATABASE_URL"
        }
        let environment = EnvironmentVariablesProvider(secretsSpecifier: secrets)
        var providers: [any ConfigProvider] = [
            environment,
            try await EnvironmentVariablesProvider(
                environmentFilePath: ".env", allowMissing: true, secretsSpecifier: secrets),
        ]
        if let path = ConfigReader(provider: environment).string(forKey: "config.file") {
            providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(path)))
        }
        return providers
    }

    private init(_ config: ConfigReader) throws(StoreFailure) {
        self.init()
        host = config.string(forKey: "host", default: host)
        port = try Settings.number(config, "port", 0...65535) ?? port
        if let url = config.string(forKey: "database.url", isSecret: true), !url.isEmpty {
            database = DatabaseAddress(url)
        }
        let production = config.string(forKey: "webhook.secret", isSecret: true),
            sandbox = config.string(forKey: "webhook.sandbox.secret", isSecret: true)
        guard [production, sandbox].contains(where: { $0?.isEmpty == false }) else {
            throw StoreFailure(
                .usage, "WEBHOOK_SECRET is not set, so nobody could send events",
                remedy: "set it to the Authorization value that you entered in Adapty's dashboard")
        }
        secrets = WebhookSecrets(production: Settings.secret(production), sandbox: Settings.secret(sandbox))
        adminSecret = Settings.secret(config.string(forKey: "admin.secret", isSecret: true))
        maximumBody = try Settings.number(config, "maximum.body", 1...(1 << 30)) ?? maximumBody
        maximumConnections = try Settings.number(config, "maximum.connections", 1...1_000_000) ?? maximumConnections
        maximumWaiting = try Settings.number(config, "maximum.waiting", 1...1_000_000) ?? maximumWaiting
        headTimeout = try Settings.number(config, "head.timeout", 1...3600).map { .seconds(Int64($0)) } ?? headTimeout
        bodyTimeout = try Settings.number(config, "body.timeout", 1...3600).map { .seconds(Int64($0)) } ?? bodyTimeout
        requiresMatch = try Settings.flag(config, "require.if.match") ?? requiresMatch
        allowsInternalSubscribers = try Settings.flag(config, "allow.internal.subscribers") ?? allowsInternalSubscribers
        backoff.attempts =
            try Settings.number(config, "delivery.attempts", 1...100).map { Int64($0) } ?? backoff.attempts
        backoff.first =
            try Settings.number(config, "delivery.first.wait", 1...3_600_000).map { Int64($0) } ?? backoff.first
        if let level = config.string(forKey: "log.level") {
            guard let known = Logger.Level(rawValue: level.lowercased()) else {
                throw Settings.wrong(
                    "log.level", "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            logLevel = known
        }
    }

    private static func secret(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }

    private static func number(_ config: ConfigReader, _ key: String, _ range: ClosedRange<Int>) throws(StoreFailure)
        -> Int?
    {
        guard let text = config.string(forKey: ConfigKey(key)) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw wrong(key, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func flag(_ config: ConfigReader, _ key: String) throws(StoreFailure) -> Bool? {
        guard let text = config.string(forKey: ConfigKey(key)) else { return nil }
        guard let flag = Bool(text.lowercased()) else { throw wrong(key, "true or false") }
        return flag
    }

    private static func wrong(_ key: String, _ wanted: String) -> StoreFailure {
        StoreFailure(
            .usage, "\(key.split(separator: ".").joined(separator: "_").uppercased()) is not \(wanted)",
            remedy: "correct it, or leave it out")
    }
}

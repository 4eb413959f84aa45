import AdaptyMigrationSQL
import Logging
import NIOCore

extension Settings {
    /// Reads settings from environment variables, such as `WEBHOOK_SECRET`.
    ///
    /// - Throws: a failure that says which setting is wrong or missing.
    init(_ environment: [String: String]) throws(StoreFailure) {
        self.init()
        let values = Variables(values: environment)
        host = environment["HOST"] ?? host
        port = try values.number("PORT", 0...65535) ?? port
        if let url = values.text("DATABASE_URL") { database = DatabaseAddress(url) }
        let production = values.text("WEBHOOK_SECRET"), sandbox = values.text("WEBHOOK_SANDBOX_SECRET")
        guard production != nil || sandbox != nil else {
            throw StoreFailure(
                .usage, "WEBHOOK_SECRET is not set, so nobody could send events",
                remedy: "set it to the Authorization value that you entered in Adapty's dashboard")
        }
        secrets = WebhookSecrets(production: production, sandbox: sandbox)
        adminSecret = values.text("ADMIN_SECRET")
        maximumBody = try values.number("MAXIMUM_BODY", 1...(1 << 30)) ?? maximumBody
        maximumConnections = try values.number("MAXIMUM_CONNECTIONS", 1...1_000_000) ?? maximumConnections
        maximumWaiting = try values.number("MAXIMUM_WAITING", 1...1_000_000) ?? maximumWaiting
        headTimeout = try values.number("HEAD_TIMEOUT", 1...3600).map { .seconds(Int64($0)) } ?? headTimeout
        bodyTimeout = try values.number("BODY_TIMEOUT", 1...3600).map { .seconds(Int64($0)) } ?? bodyTimeout
        requiresMatch = try values.flag("REQUIRE_IF_MATCH") ?? requiresMatch
        allowsInternalSubscribers = try values.flag("ALLOW_INTERNAL_SUBSCRIBERS") ?? allowsInternalSubscribers
        backoff.attempts = try values.number("DELIVERY_ATTEMPTS", 1...100).map(Int64.init) ?? backoff.attempts
        backoff.first = try values.number("DELIVERY_FIRST_WAIT", 1...3_600_000).map(Int64.init) ?? backoff.first
        deliveryWidth = try values.number("DELIVERY_WIDTH", 1...1024) ?? deliveryWidth
        retentionDays = try values.number("RETENTION_DAYS", 1...36_500)
        logLevel = try values.choice("LOG_LEVEL", Logger.Level.self) ?? logLevel
    }

    /// Environment variables, each read as what it must be.
    private struct Variables {
        let values: [String: String]

        /// `nil` for a variable that is empty, too.
        func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

        func number(_ name: String, _ range: ClosedRange<Int>) throws(StoreFailure) -> Int? {
            try value(name, "a number from \(range.lowerBound) to \(range.upperBound)") { text in
                Int(text).flatMap { range.contains($0) ? $0 : nil }
            }
        }

        func flag(_ name: String) throws(StoreFailure) -> Bool? {
            try value(name, "true or false") { Bool($0.lowercased()) }
        }

        func choice<Choice>(_ name: String, _ type: Choice.Type) throws(StoreFailure) -> Choice?
        where Choice: CaseIterable & RawRepresentable<String> {
            try value(name, "one of \(type.allCases.map(\.rawValue).joined(separator: ", "))") {
                Choice(rawValue: $0.lowercased())
            }
        }

        /// - Parameter wanted: what the variable must be.
        private func value<Value>(_ name: String, _ wanted: String, _ read: (String) -> Value?) throws(StoreFailure)
            -> Value?
        {
            guard let text = values[name] else { return nil }
            if let value = read(text) { return value }
            throw StoreFailure(.usage, "\(name) is not \(wanted)", remedy: "correct it, or leave it out")
        }
    }
}

import Logging

/// A setting of the service, which is an environment variable.
struct Setting: Sendable {
    let name: String
    /// Its meaning, with the default.
    let help: String
    /// What a value must be.
    let wanted: String
    /// Returns whether the value is so.
    let read: @Sendable (inout Settings, String) -> Bool

    private typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

    static let all =
        secret("WEBHOOK_SECRET", \.webhookSecrets, "the Authorization value that you entered in Adapty's dashboard")
        + secret("WEBHOOK_SANDBOX_SECRET", \.sandboxSecrets, "the same for the sandbox (default: WEBHOOK_SECRET)")
        + secret("ADMIN_SECRET", \.adminSecrets, "for personal data and every change (default: nobody gets in)")
        + secret("READ_SECRET", \.readSecrets, "for GET of personal data alone (default: nobody gets in)")
        + [
            Setting(
                name: "DATABASE_URL", help: "a SQLite file, or postgres://… (default service.sqlite)",
                wanted: "postgres://… or the path of a SQLite file"
            ) { settings, text in
                guard let address = DatabaseAddress(text) else { return false }
                settings.database = address
                return true
            },
            Setting(
                name: "HOST", help: "the address to listen on (default \(Settings().host))", wanted: "an address"
            ) { settings, text in
                settings.host = text
                return true
            },
            number("PORT", 0...65535, \.port, "the port to listen on"),
            number("MAXIMUM_BODY", 1...(1 << 30), \.maximumBody, "bytes of a request's body"),
            number("MAXIMUM_CONNECTIONS", 1...1_000_000, \.maximumConnections, "open connections"),
            number("MAXIMUM_WAITING", 1...1_000_000, \.maximumWaiting, "writes that may wait"),
            number("HEAD_TIMEOUT", 1...3600, \.headTimeout, "seconds within which a request's head must arrive"),
            number("BODY_TIMEOUT", 1...3600, \.bodyTimeout, "seconds within which its body must arrive"),
            flag("REQUIRE_IF_MATCH", \.requiresMatch, "whether replacing a record requires a condition"),
            flag(
                "ALLOW_INTERNAL_SUBSCRIBERS", \.allowsInternalSubscribers, "whether events may go to private networks"),
            number("DELIVERY_ATTEMPTS", 1...100, \.backoff.attempts, "attempts for a delivery"),
            number("DELIVERY_FIRST_WAIT", 1...3_600_000, \.backoff.first, "milliseconds to wait after the first one"),
            number("DELIVERY_WIDTH", 1...1024, \.deliveryWidth, "simultaneous deliveries to one subscriber"),
            number("RETENTION_DAYS", 0...36_500, \.retentionDays, "days for which events are kept; 0 is for ever"),
            Setting(
                name: "LOG_LEVEL", help: "the least important lines that are logged (default \(Settings().logLevel))",
                wanted: "one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))"
            ) { settings, text in
                guard let level = Logger.Level(rawValue: text.lowercased()) else { return false }
                settings.logLevel = level
                return true
            },
        ]

    /// A secret and the one before it, which stays valid until every client has the new one.
    private static func secret(_ name: String, _ path: Path<[String]>, _ help: String) -> [Setting] {
        [(name, help), (name + "_PREVIOUS", "the former \(name), also accepted")].map { name, help in
            Setting(name: name, help: help, wanted: "a text") { settings, text in
                settings[keyPath: path].append(text)
                return true
            }
        }
    }

    private static func number<Number: FixedWidthInteger & Sendable>(
        _ name: String, _ range: ClosedRange<Number>, _ path: Path<Number>, _ help: String
    ) -> Setting {
        Setting(
            name: name, help: "\(help) (default \(Settings()[keyPath: path]))",
            wanted: "a number from \(range.lowerBound) to \(range.upperBound)"
        ) { settings, text in
            guard let number = Number(text), range.contains(number) else { return false }
            settings[keyPath: path] = number
            return true
        }
    }

    private static func flag(_ name: String, _ path: Path<Bool>, _ help: String) -> Setting {
        Setting(name: name, help: "\(help) (default \(Settings()[keyPath: path]))", wanted: "true or false") {
            guard let flag = Bool($1.lowercased()) else { return false }
            $0[keyPath: path] = flag
            return true
        }
    }
}

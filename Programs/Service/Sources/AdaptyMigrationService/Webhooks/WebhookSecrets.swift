/// The `Authorization` values entered in Adapty's dashboard, one for the sandbox and one for production.
public struct WebhookSecrets: Sendable {
    private let production: Secret?
    private let sandbox: Secret?

    /// - Parameters:
    ///   - production: `nil` refuses everything except events of the sandbox.
    ///   - sandbox: `nil` when the sandbox has no secret of its own; then its events need that of production.
    public init(production: String?, sandbox: String? = nil) {
        self.production = production.map { Secret($0) }
        self.sandbox = sandbox.map { Secret($0) }
    }

    /// The environments for which the bearer of a header may send events.
    struct Rights {
        fileprivate let isProduction: Bool
        fileprivate let isSandbox: Bool

        /// Adapty's pings name no environment.
        var includePings: Bool { isProduction || isSandbox }

        /// - Parameter environment: `event_properties.environment`. Any other value than that of the sandbox is treated
        ///   as production.
        func include(_ environment: String?) -> Bool {
            environment?.lowercased() == "sandbox" ? isSandbox : isProduction
        }
    }

    func rights(_ header: String?) -> Rights {
        let isProduction = production?.matches(header) ?? false, isSandbox = sandbox?.matches(header) ?? false
        return Rights(isProduction: isProduction, isSandbox: isSandbox || sandbox == nil && isProduction)
    }
}

/// What Adapty's dashboard was told to send as `Authorization`, apart for the sandbox and for production.
public struct WebhookSecrets: Sendable {
    private let production: Secret?
    private let sandbox: Secret?

    /// - Parameters:
    ///   - production: `nil` refuses everything but events of the sandbox.
    ///   - sandbox: `nil` when the sandbox has none of its own; its events need production's then.
    public init(production: String?, sandbox: String? = nil) {
        self.production = production.map { Secret($0) }
        self.sandbox = sandbox.map { Secret($0) }
    }

    /// What the bearer of a header may write.
    struct Rights {
        fileprivate let isProduction: Bool
        fileprivate let isSandbox: Bool

        /// Adapty's pings say no environment.
        var includePings: Bool { isProduction || isSandbox }

        /// - Parameter environment: `event_properties.environment`; what does not say that it is of the sandbox is
        ///   taken for production.
        func include(_ environment: String?) -> Bool {
            environment?.lowercased() == "sandbox" ? isSandbox : isProduction
        }
    }

    func rights(_ header: String?) -> Rights {
        let isProduction = production?.matches(header) ?? false, isSandbox = sandbox?.matches(header) ?? false
        return Rights(isProduction: isProduction, isSandbox: isSandbox || sandbox == nil && isProduction)
    }
}

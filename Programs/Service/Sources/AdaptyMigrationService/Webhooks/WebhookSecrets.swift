/// The `Authorization` values entered in Adapty's dashboard, one for the sandbox and one for production.
struct WebhookSecrets: Sendable {
    /// When it is empty, everything except events of the sandbox is refused.
    let production: Secret
    /// When it is empty, the events of the sandbox need that of production.
    let sandbox: Secret

    /// The environments for which the bearer of a header may send events.
    struct Rights {
        fileprivate let isProduction: Bool
        fileprivate let isSandbox: Bool

        /// Adapty's pings name no environment.
        var includePings: Bool { isProduction || isSandbox }

        func include(_ environment: StoreEnvironment) -> Bool {
            environment == .sandbox ? isSandbox : isProduction
        }
    }

    func rights(_ header: String?) -> Rights {
        let isProduction = production.matches(header)
        return Rights(
            isProduction: isProduction, isSandbox: sandbox.matches(header) || sandbox.isEmpty && isProduction)
    }
}

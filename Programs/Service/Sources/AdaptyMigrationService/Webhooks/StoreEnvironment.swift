import AdaptyMigration
@_spi(Tools) import AdaptyMigrationTools

/// Where a store sold: to customers, or to testers in its sandbox. Nothing of the sandbox counts in production.
enum StoreEnvironment: String, CaseIterable, Sendable {
    case production, sandbox

    /// - Parameter text: what a document says, such as `Sandbox`. Any other text is production, and so is `nil`:
    ///   production needs the stronger secret.
    init(named text: String?) { self = text?.lowercased() == "sandbox" ? .sandbox : .production }

    /// - Parameter text: what a client asks for; `nil` or empty for production.
    /// - Throws: a problem with status 400 for any other text than the two.
    init(asked text: String?) throws(ProblemDocument) {
        guard let text, !text.isEmpty else { self = .production; return }
        guard let environment = StoreEnvironment(rawValue: text.lowercased()) else {
            throw .usage(
                "\(text) is not an environment of a store", remedy: "use production, which is the default, or sandbox")
        }
        self = environment
    }

    /// Every environment that an event names, in both places where Adapty has named one. A secret must be for each.
    static func all(in body: [UInt8], _ facts: EventFacts) -> Set<StoreEnvironment> {
        let event = try? RawJSON(decoding: body)
        let names = [event?["environment"], event?["event_properties"]?["environment"]].compactMap { $0?.string }
        return Set((names + [facts.environment]).map { StoreEnvironment(named: $0) })
    }

    /// - Parameter isSandbox: the column `is_sandbox`.
    init(_ isSandbox: Int64?) { self = isSandbox == 1 ? .sandbox : .production }

    /// The column `is_sandbox`.
    var isSandbox: Int64 { self == .sandbox ? 1 : 0 }
}

@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

/// A dialect on the command line: its id, `current`, or a version of Adapty's SDK, which means the dialect that this
/// version reads.
enum DialectArgument: Equatable, ExpressibleByArgument {
    case current
    case named(Dialect)
    init?(argument: String) {
        if argument == "current" {
            self = .current
        } else if let dialect = Dialect(argument: argument) {
            self = .named(dialect)
        } else {
            return nil
        }
    }

    /// The reason why a text names no dialect, with what to write instead; `nil` when nothing is close.
    static func refusal(of text: String, for option: String) -> String? {
        guard DialectArgument(argument: text) == nil else { return nil }
        if let sdk = SDKVersion(text), sdk.commonDialect == nil {
            let profile = sdk.dialect(of: .profile).rawValue, paywall = sdk.dialect(of: .paywall).rawValue
            return
                "SDK \(sdk) reads profiles in \(profile) and paywalls in \(paywall); name one of them, or use --readable-by \(sdk)"
        }
        return NearestName.of(text, among: allValueStrings).map {
            "there is no dialect \(text); did you mean \(option) \($0)?"
        }
    }

    /// The text on the command line.
    var text: String { named?.rawValue ?? "current" }

    /// The dialect; `nil` for `current`, which depends on the kind of record.
    var named: Dialect? { if case .named(let dialect) = self { dialect } else { nil } }

    func dialect(of kind: RecordKind) -> Dialect { named ?? (kind == .event ? .webhook : .sdk2) }

    static let allValueStrings = ["current"] + Dialect.allCases.map(\.rawValue)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

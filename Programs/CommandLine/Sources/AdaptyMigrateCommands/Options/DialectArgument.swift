import AdaptyMigrationTools
import ArgumentParser

/// A dialect on the command line: its id, `current`, or a version of Adapty's SDK, which means the dialect that this
/// version reads.
enum DialectArgument: Equatable, ExpressibleByArgument {
    case current
    case named(Dialect)
    init?(argument: String) {
        if argument == "current" {
            self = .current
        } else if let dialect = Dialect(rawValue: argument) {
            self = .named(dialect)
        } else if let sdk = SDKVersion(argument) {
            self = .named(Dialect(sdk: sdk))
        } else {
            return nil
        }
    }

    /// The text on the command line.
    var text: String {
        switch self {
        case .current: "current"
        case .named(let dialect): dialect.rawValue
        }
    }

    /// `current` depends on the kind of record.
    func dialect(of kind: RecordKind) -> Dialect {
        switch self {
        case .current: kind == .event ? .webhook : .sdk2
        case .named(let dialect): dialect
        }
    }

    static let allValueStrings = ["current"] + Dialect.allCases.map(\.rawValue)
    static let defaultCompletionKind = CompletionKind.list(allValueStrings)
}

import ArgumentParser

/// The place to which the residue is written, and from which a downgrade reads it.
enum ResidueMode: Equatable, ExpressibleByArgument {
    /// In the record, as its last member.
    case embed
    /// Beside the records.
    case sidecar(String)
    /// Nowhere: the way back is then only as exact as the mapping table.
    case discard

    init?(argument: String) {
        if argument == "embed" {
            self = .embed
        } else if argument == "discard" {
            self = .discard
        } else if argument.hasPrefix("sidecar="), argument.utf8.count > 8 {
            self = .sidecar(String(argument.dropFirst(8)))
        } else {
            return nil
        }
    }

    /// The name of the mode, without a path.
    var name: String {
        switch self {
        case .embed: "embed"
        case .sidecar: "sidecar"
        case .discard: "discard"
        }
    }

    static let allValueStrings = ["embed", "sidecar=PATH", "discard"]
    static let defaultCompletionKind = CompletionKind.list(["embed", "sidecar=", "discard"])
    var defaultValueDescription: String { "embed" }
}

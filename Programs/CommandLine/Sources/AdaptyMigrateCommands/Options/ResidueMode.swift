import ArgumentParser

/// Where the residue goes, and on the way back where it comes from.
enum ResidueMode: Equatable, ExpressibleByArgument {
    /// In the record, as its last member.
    case embed
    /// Beside the records.
    case sidecar(String)
    /// Nowhere: the way back is then only as exact as the table.
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

    /// The word for it, without a path.
    var name: String {
        switch self {
        case .embed: "embed"
        case .sidecar: "sidecar"
        case .discard: "discard"
        }
    }

    /// The argument that gives the same documents; where a sidecar is does not change them.
    var word: String { if case .sidecar = self { "sidecar=sidecar" } else { name } }

    static let allValueStrings = ["embed", "sidecar=PATH", "discard"]
    static let defaultCompletionKind = CompletionKind.list(["embed", "sidecar=", "discard"])
    var defaultValueDescription: String { "embed" }
}

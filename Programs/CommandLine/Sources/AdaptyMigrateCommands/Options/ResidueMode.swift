import ArgumentParser

/// The place to which the residue is written, and from which a downgrade reads it.
enum ResidueMode: Equatable, ExpressibleByArgument {
    /// In the record, as its last member.
    case embed
    /// Beside the records, in a sidecar.
    case beside(String)
    /// Nowhere: the way back is then only as exact as the mapping table.
    case discard

    init?(argument: String) {
        if argument == "embed" {
            self = .embed
        } else if argument == "discard" {
            self = .discard
        } else if argument.hasPrefix("beside="), argument.utf8.count > 7 {
            self = .beside(String(argument.dropFirst(7)))
        } else {
            return nil
        }
    }

    /// What to write instead of a word of an earlier build; `nil` when the text is not such a word.
    static func refusal(of text: String) -> String? {
        let halves = text.split(separator: "=", maxSplits: 1)
        return switch halves.first {
        case "sidecar"?: "there is no --residue \(text); write beside=\(halves.count == 2 ? halves[1] : "PATH")"
        case "journal"?: "there is no --residue \(text); write beside"
        default: nil
        }
    }

    /// The name of the mode, without a path.
    var name: String {
        switch self {
        case .embed: "embed"
        case .beside: "beside"
        case .discard: "discard"
        }
    }

    static let allValueStrings = ["embed", "beside=PATH", "discard"]
    static let defaultCompletionKind = CompletionKind.list(["embed", "beside=", "discard"])
    var defaultValueDescription: String { "embed" }
}

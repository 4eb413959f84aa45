import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The facts that a run certifies, so that they can be checked later and elsewhere: both sides record by record, the
/// rules, the results of the gates, and every exception.
///
/// The same run on the same data gives the same bytes: a certificate contains no time, no path, and no number of
/// threads.
struct Certificate {
    /// One side of a run.
    struct Side: Equatable {
        let records: Int
        let bytes: Int
        let root: String
        let sections: MerkleTree.Sections

        init(_ witness: Witness) {
            let tree = witness.tree ?? MerkleTree()
            (records, bytes, root, sections) = (tree.count, witness.bytes, SHA256Hash.hex(of: tree.root), tree.sections)
        }

        init(records: Int, bytes: Int, root: String, sections: MerkleTree.Sections) {
            (self.records, self.bytes, self.root, self.sections) = (records, bytes, root, sections)
        }
    }

    static let version = 1
    /// The parts of a report that belong to it.
    static let parts: [ReportSection] = [
        .records, .kinds, .fields, .rejects, .losses, .proof, .gate, .findings, .exceptions,
    ]

    let tool: String
    let rules: String
    /// The arguments that determine the output.
    let options: [String]
    /// The instants at which access was compared.
    let instants: [String]
    /// Names of the inputs, without the folders above them; at most ``mostNames``.
    let inputs: [String]
    let source: Side
    let target: Side
    let report: MigrationReport

    static let mostNames = 1000
}

extension ConversionOptions {
    /// The arguments that determine the output, in a fixed order.
    var words: [String] {
        var words = ["--residue", residue.word]
        if let from = input.from { words += ["--from", from.rawValue] }
        if let to { words += ["--to", to.text] }
        if let format = input.format { words += ["--format", format.rawValue] }
        if let at { words += ["--at", at.text] }
        if strict { words.append("--strict") }
        if let readableBy { words += ["--readable-by", readableBy.sdk.description] }
        if unwrap { words.append("--unwrap") }
        if fillRequired { words.append("--fill-required") }
        if keepRejected { words.append("--keep-rejected") }
        if input.maxDepth != InputOptions.usualDepth { words += ["--max-depth", String(input.maxDepth)] }
        return words
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// Compares old data with an earlier upgrade, file by file and record by record.
struct UpgradedCheck {
    private let laws: Laws
    private let from: Dialect?
    private let maximumDepth: Int
    private let inside: RecordPointer?
    private var rejected: RejectedRecords
    private(set) var verdict: Verdict

    init(
        _ laws: Laws, from: Dialect?, maximumDepth: Int, _ inside: RecordPointer?, rejected: RejectedRecords,
        _ verdict: Verdict
    ) {
        self.laws = laws
        self.from = from
        self.maximumDepth = maximumDepth
        self.inside = inside
        self.rejected = rejected
        self.verdict = verdict
    }

    mutating func run(_ old: inout InputList, _ new: inout InputList) throws(CommandFailure) {
        guard old.folders.isEmpty == new.folders.isEmpty else {
            throw .usage("a file can only be compared with a file, and a folder with a folder")
        }
        guard !old.folders.isEmpty else { return try compare(old.inputs[0], new.inputs[0]) }
        var upgraded = Dictionary(new.inputs.map { ($0.relativePath, $0) }, uniquingKeysWith: { first, _ in first })
        try old.process { input throws(CommandFailure) in
            try compare(input, upgraded.removeValue(forKey: input.relativePath))
        }
        try new.process { input throws(CommandFailure) in
            if upgraded[input.relativePath] != nil { try compare(nil, input) }
        }
    }

    /// - Parameters:
    ///   - old: `nil` if only the upgraded side has the file; `new` likewise.
    private mutating func compare(_ old: Input?, _ new: Input?) throws(CommandFailure) {
        let pairing = Pairing(try cursor(old), try cursor(new), rejected: rejected, laws)
        while let step = try pairing.next() { judge(step) }
        rejected = pairing.unmet
    }

    private func cursor(_ input: Input?) throws(CommandFailure) -> RecordCursor {
        let reader = try input.map { input throws(CommandFailure) in
            try InputReader(input, maximumDepth: maximumDepth, inside: inside)
        }
        return RecordCursor(reader, maximumDepth: maximumDepth)
    }

    private mutating func judge(_ step: Pairing.Step) {
        switch step {
        case .pair(let old, let new):
            let result = Result { () throws(MigrationError) in
                try laws.check(old.bytes, upgraded: new.bytes, from: from)
            }
            if case .success(let failures) = result, failures.isEmpty {
                verdict.addProven(1)
            } else {
                verdict.add(result, old)
            }
            verdict.total(before: old, after: new)
        case .rejected: verdict.addRejectedEarlier()
        case .missing(let old):
            verdict.add(.missing, old)
            verdict.total(before: old, after: nil)
        case .extra(let new):
            verdict.add(.extra, new)
            verdict.total(before: nil, after: new)
        case .duplicate(let new):
            verdict.add(.duplicate, new)
            verdict.total(before: nil, after: new)
        }
    }
}

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

    mutating func run(_ old: inout InputList, _ new: inout InputList, _ progress: Progress) throws(CommandFailure) {
        guard old.folders.isEmpty == new.folders.isEmpty else {
            throw .usage("a file can only be compared with a file, and a folder with a folder")
        }
        guard !old.folders.isEmpty else { return try compare(old.inputs[0], new.inputs[0], progress) }
        var upgraded = Dictionary(new.inputs.map { ($0.relativePath, $0) }, uniquingKeysWith: { first, _ in first })
        try old.process { input throws(CommandFailure) in
            try compare(input, upgraded.removeValue(forKey: input.relativePath), progress)
        }
        try new.process { input throws(CommandFailure) in
            if upgraded[input.relativePath] != nil { try compare(nil, input, progress) }
        }
    }

    /// - Parameters:
    ///   - old: `nil` if only the upgraded side has the file; `new` likewise.
    private mutating func compare(_ old: Input?, _ new: Input?, _ progress: Progress) throws(CommandFailure) {
        progress.begin((old ?? new)?.name ?? "")
        defer { progress.clear() }
        let before = try cursor(old) { progress.advance($0.fileBytes, records: $0.records) }
        let after = try cursor(new) { progress.advance($0.fileBytes, records: 0) }
        let pairing = Pairing(before, after, rejected: rejected, laws)
        while let step = try pairing.next() { judge(step) }
        rejected = pairing.unmet
    }

    private func cursor(_ input: Input?, taken: @escaping (Block<Void>) -> Void) throws(CommandFailure)
        -> RecordCursor
    {
        let reader = try input.map { input throws(CommandFailure) in
            try InputReader(input, maximumDepth: maximumDepth, inside: inside)
        }
        return RecordCursor(reader, maximumDepth: maximumDepth, taken: taken)
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

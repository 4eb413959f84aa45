@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Proves records, and notes only those with a problem.
final class VerifyWorker: BlockWorker {
    var maximumDepth: Int { laws.options.maximumDepth }
    private let laws: Laws
    private let from: Dialect?
    private let judge = EventJudge()
    /// Counts and sums before and after; `nil` when they are not requested.
    private(set) var totals: Totals?
    private lazy var verifier = Verifier(
        options: laws.options, instants: laws.instants, from: from, to: laws.target)

    /// How often each action was applied to the fields of all records so far.
    var actions: [Ledger.Action: Int] {
        unknownNames == 0 ? verifier.counts : verifier.counts.merging([.unknownName: unknownNames], uniquingKeysWith: +)
    }

    /// How many rows of exports have the name of an event that Adapty never gave.
    private var unknownNames = 0

    init(_ laws: Laws, from: Dialect?, addsUp: Bool = false) {
        self.laws = laws
        self.from = from
        totals = addsUp ? Totals(instants: laws.instants, maximumDepth: laws.options.maximumDepth) : nil
    }

    func work(
        on record: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<[Laws.Failure]>
    ) -> Bool {
        let result = Result { () throws(MigrationError) in
            if let refusal = block.refusal, try changes(bytes.bytes(in: record)) { throw refusal }
            guard let export = try block.export?.get() else { return try verifier.check(record, of: bytes) }
            if !(try export.convert(bytes.bytes(in: record), judge).hasKnownName) { unknownNames += 1 }
            return []
        }
        if totals != nil, block.export == nil { addUp(bytes.bytes(in: record)) }
        if case .success(let failures) = result, failures.isEmpty { return false }
        block.add(result, bytes.bytes(in: record), position)
        return false
    }

    private func changes(_ record: [UInt8]) throws(MigrationError) -> Bool {
        try Migrator(laws.options).upgrade(record, from: from, to: laws.target).document != record
    }

    /// A record that cannot be upgraded is not counted on either side.
    private func addUp(_ record: [UInt8]) {
        guard let upgraded = try? Migrator(laws.options).upgrade(record, from: from, to: laws.target) else { return }
        totals?.add(before: record, after: upgraded.documentWithoutResidue)
    }
}

/// ``Laws`` on one record after another, at the speed of the transcoder: up, down, compared byte by byte, upgraded again, and
/// what it says about access before and after. A record on which anything is not plainly right is judged by ``Laws``.
///
/// Not safe to share between threads: make one per thread.
public final class Verifier {
    private let laws: Laws
    private let from: Dialect?
    private let up: Transcoder, down: Transcoder
    private let upgraded = ByteBuffer(), restored = ByteBuffer()
    private let digest = AccessDigest()

    /// - Parameters:
    ///   - instants: the instants at which access is compared; microseconds since 1970.
    ///   - from: the records' dialect; `nil` to recognise each.
    public init(options: MigrationOptions = MigrationOptions(), instants: [Int64], from: Dialect? = nil) {
        laws = Laws(options: options, instants: instants)
        self.from = from
        up = Transcoder(.upgrade, options: options, from: from)
        down = Transcoder(.downgrade, options: options)
    }

    deinit { digest.deallocate() }

    /// How many records ``Laws`` judged.
    public private(set) var slowRecords = 0

    /// Checks laws 1, 2, 5 and 7 on the record in a range of the input.
    ///
    /// - Parameter given: the record as it was upgraded to the current dialect, with its residue: these very bytes are proven then; `nil` when there are none yet.
    /// - Throws: ``MigrationError`` when the record cannot be converted at all.
    public func check(_ range: Range<Int>, of input: ByteBuffer, upgraded given: ByteBuffer? = nil) throws(MigrationError) -> [Laws.Failure] {
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "the range is outside the buffer")
        if holds(range, input, given) { return [] }
        slowRecords += 1
        let record = input.store.view.array(range), failures = try laws.check(record, from: from)
        guard let given, failures.isEmpty else { return failures }
        return try laws.check(record, upgraded: given.bytes, from: from)
    }

    /// `false` says that it is not plain.
    private func holds(_ range: Range<Int>, _ input: ByteBuffer, _ given: ByteBuffer?) -> Bool {
        upgraded.removeAll()
        restored.removeAll()
        let slow = up.slowRecords + down.slowRecords
        guard let outcome = try? up.convert(range, of: input, into: upgraded), up.slowRecords + down.slowRecords == slow else { return false }
        if let given, !given.store.view.equals(upgraded.store.view) { return false }
        guard outcome.hasResidue else {
            // Nothing changed, so laws 1, 5 and 7 hold; law 2 asks for the way down and up.
            return outcome.kind == .event && up.returns(range, of: input, over: upgraded, down, into: restored) ?? false
        }
        let record = input.store.view.part(range), before = up.access(record, digest)
        guard (try? down.convert(0..<upgraded.count, of: upgraded, into: restored)) != nil, up.slowRecords + down.slowRecords == slow else { return false }
        guard restored.store.view.equals(record), down.isSettled(upgraded.store.view, outcome.kind, outcome.target) ?? false else { return false }
        // An older variant of the current dialect has a way down of its own.
        return outcome.source != outcome.target && before != nil && down.access(upgraded.store.view, digest) == before
    }
}

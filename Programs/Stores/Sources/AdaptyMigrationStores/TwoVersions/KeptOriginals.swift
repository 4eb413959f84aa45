/// The journal of an upgrade in place, made from two columns before the old one is dropped.
///
/// A row has an original if it converts to what new programs read. What a new program wrote and old ones could not read
/// has none: it stays as it was written.
struct KeptOriginals {
    private let pairs: PairTable
    private let journal: Journal
    private let run: Journal.Run

    init(_ pairs: PairTable, _ journal: Journal, _ run: Journal.Run) {
        self.pairs = pairs
        self.journal = journal
        self.run = run
    }

    /// Keeps the originals of rows as they are now, and forgets those of rows that are gone.
    func keep(_ keys: [SQLValue]) throws(StoreFailure) {
        let known = try journal.entries(run, keys), rejected = try journal.rejected(run, among: keys)
        let entries = try pairs.rows(keys).filter { !rejected.contains($0.key) || $0.new == .null }.map {
            Journal.Entry(
                key: $0.key, original: $0.old == $0.new || $0.old == .null ? nil : $0.old, written: Digest.of($0.new))
        }
        let gone = Set(known.keys).subtracting(entries.map(\.key))
        try journal.remove(run, known.values.filter { gone.contains($0.key) })
        try journal.add(run, entries, known: known)
    }
}

/// The result of a rollback.
public struct RollbackReport: Sendable, Encodable {
    /// The number of rows with restored original bytes.
    public internal(set) var restored = 0
    public internal(set) var unchanged = 0
    /// The keys of rows that were edited after the upgrade. Their edits are kept, and everything else is restored.
    public internal(set) var edited = CountedList()
    /// The keys of rows in which programs put another document after the upgrade: of another kind, another dialect or
    /// with other ids. They stay as they were written, and their originals are in the file of ``RunOptions/rejects``.
    public internal(set) var replaced = CountedList()
    /// The keys of rows whose document programs set to null after the upgrade. They stay null.
    public internal(set) var erased = CountedList()
    /// The keys of rows that programs added after the upgrade, in the new form. They stay as they were written.
    public internal(set) var added = CountedList()
    /// The keys of rows that new programs had made, and that older ones cannot read whole. What new programs read is in the
    /// file of ``RunOptions/rejects``.
    public internal(set) var reduced = CountedList()
    /// The keys of rows that had been edited, and whose original was restored because that was requested. The edited
    /// documents are in the file of ``RunOptions/rejects``.
    public internal(set) var forced = CountedList()
    /// The keys of rows that programs deleted after the upgrade. Their originals were discarded.
    public internal(set) var deleted = CountedList()
    /// Rows that cannot be restored, one sentence each. They are left unchanged, and their originals are kept.
    public internal(set) var kept = CountedList()
    /// The same in a forced rollback. Their originals are in the file of ``RunOptions/rejects``.
    public internal(set) var skipped = CountedList()
    /// Whether the rollback got to its end.
    public internal(set) var isComplete = false
    /// What to do next; `nil` when the run has ended.
    public internal(set) var next: String?
    /// The column that was dropped; `nil` when there was only one.
    public internal(set) var dropped: String?
    /// The name that a column got back, after its other one was dropped; `nil` when it has kept its name.
    public internal(set) var renamed: String?

    /// Whether every original is where it was, or was discarded with its row.
    public var isClean: Bool { [kept, skipped, replaced, reduced, added].allSatisfy(\.isEmpty) }

    /// The number of rows that were processed.
    var rows: Int {
        restored + unchanged + [edited, replaced, erased, forced, deleted, kept, skipped].reduce(0) { $0 + $1.count }
    }
}

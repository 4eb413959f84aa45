/// The actions of a conversion, by field.
public struct Ledger: Sendable {
    /// An action on a field. MIGRATION.md has an example of each. Later versions may add actions, so a `switch` needs an
    /// `@unknown default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Action: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Kept byte for byte.
        case copied
        /// Kept under another name.
        case renamed
        /// Written in another form with the same meaning.
        case recoded
        /// A form that only old SDKs accepted, rewritten in the intended form.
        case repaired
        /// Computed from other fields at ``MigrationOptions/instant``.
        case derived
        /// A placeholder, written because of ``MigrationOptions/fillRequired`` or ``MigrationOptions/readableBy``.
        case defaulted
        /// Required by the target but not in the source; it is never invented.
        case missing
        /// Only in the residue, because the target has no such field.
        case stashed
        /// Neither dialect can read it; kept verbatim.
        case unreadable
        /// Not in the table; kept verbatim.
        case unknown
        /// The document is newer than the target and stays as it is.
        case newerThanTarget = "newer-than-target"
        /// The former name of an event stays, because nothing shows that the event is from Adapty.
        case formerName = "former-name"
        /// An event that is Adapty's has a name that Adapty never gave. It was renamed in the dashboard, or misspelt.
        case unknownName = "unknown-name"
        /// The target has no such kind of record; the document stays as it is.
        case noSuccessor = "no-successor"
        /// An edit for which the older dialect has no place.
        case dropped
        /// The original's text of a value that was edited. The edit replaces it.
        case stale
        /// The residue belongs to another document: this one has other ids, another kind or another dialect, so nothing
        /// of the former document comes into it.
        case otherDocument = "other-document"
        /// Back from the residue: a member that an edited record lacks and no decoder of its dialect reads. In a `Lineage`
        /// every member that the residue restored.
        case restored
        /// Only in a `Lineage`: an object or array that contains only fields or records, and was removed or added
        /// around them.
        case wrapped

        /// The name of the action in files and answers.
        public var description: String { rawValue }
    }

    /// The action on one member.
    public struct Entry: Sendable, Equatable, CustomStringConvertible {
        /// The action.
        public let action: Action
        /// JSON pointer (RFC 6901) to the member in the source document; empty for the document itself.
        public let path: String
        /// JSON pointer, or name, in the target; `nil` when the member is not in the target.
        public let target: String?
        /// The reason, in English; may be empty.
        public let note: String

        package init(_ action: Action, _ path: String, target: String? = nil, note: String = "") {
            self.action = action
            self.path = path
            self.target = target
            self.note = note
        }

        /// One line: action, member, target and note.
        public var description: String {
            "\(action.rawValue) \(path.isEmpty ? "the document" : path)" + (target.map { " → \($0)" } ?? "")
                + (note.isEmpty ? "" : ": \(note)")
        }
    }

    /// The note of an entry of a list or dictionary that is none.
    package static let leftOut = "not an entry: left out"

    /// The entries in the order of the conversion; only with ``MigrationOptions/keepsLedger``.
    public internal(set) var entries: [Entry] = []
    /// How often each action occurred. It is counted even when entries are not kept. A value that could not be read and
    /// was filled counts as both, and has one entry.
    public var counts: [Action: Int] { tallies.all }
    package private(set) var tallies = ConversionCounts()
    let keepsEntries: Bool

    init(keepsEntries: Bool) { self.keepsEntries = keepsEntries }

    /// The counts of a conversion, and its entries if they are kept.
    init(_ counts: ConversionCounts, _ entries: [Entry] = [], keepsEntries: Bool = false) {
        self.init(keepsEntries: keepsEntries)
        tallies = counts
        self.entries = entries
    }

    /// Adds up two ledgers.
    package mutating func merge(_ other: Ledger) {
        entries += other.entries
        tallies.add(other.tallies)
    }

    /// Adds the ledger of a second step. A value that neither step can read is one value, told by the first.
    mutating func add(step other: Ledger) {
        let isTold = other.tallies[.unreadable] <= tallies[.unreadable]
        entries += isTold ? other.entries.filter { $0.action != .unreadable } : other.entries
        tallies.add(step: other.tallies)
    }

    /// The same where entries are not kept.
    mutating func add(step counts: ConversionCounts) { tallies.add(step: counts) }

    mutating func add(_ action: Action, _ entry: @autoclosure () -> Entry) {
        tallies.add(action)
        if keepsEntries { entries.append(entry()) }
    }

    /// Values that could not be read are filled now, which their new entries say. They still count.
    mutating func forgetUnreadable(at paths: Set<String>) {
        entries.removeAll { $0.action == .unreadable && paths.contains($0.path) }
    }
}

/// The list of what happened to which field.
public struct Ledger: Sendable, Equatable {
    /// What happened to a field.
    public struct Action: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public var description: String { rawValue }

        /// Kept byte for byte.
        public static var copied: Action { Action(rawValue: "copied") }
        /// Kept under another name.
        public static var renamed: Action { Action(rawValue: "renamed") }
        /// Written in another form, meaning the same.
        public static var recoded: Action { Action(rawValue: "recoded") }
        /// A placeholder, written because `--fill-required` asked for it.
        public static var defaulted: Action { Action(rawValue: "defaulted") }
        /// Moved to the residue.
        public static var stashed: Action { Action(rawValue: "stashed") }
        /// Required by the target and not in the source; never invented.
        public static var missing: Action { Action(rawValue: "missing") }
        /// A form that only old SDKs tolerated, brought to the form it meant.
        public static var repaired: Action { Action(rawValue: "repaired") }
        /// Neither side can read it; kept verbatim.
        public static var unreadable: Action { Action(rawValue: "unreadable") }
        /// Not in the table; kept verbatim.
        public static var unknown: Action { Action(rawValue: "unknown") }
        /// Computed from other fields and a clock (`--at`).
        public static var derived: Action { Action(rawValue: "derived") }
        /// The document is newer than the target and stays as it is.
        public static var newerThanTarget: Action { Action(rawValue: "newer-than-target") }
        /// The target has no such kind of record; the document stays as it is.
        public static var noSuccessor: Action { Action(rawValue: "no-successor") }
        /// An edit that the dialect going back to cannot hold.
        public static var dropped: Action { Action(rawValue: "dropped") }
        /// A residue that no longer fits an edited value, and was not used.
        public static var stale: Action { Action(rawValue: "stale") }
        /// In a ``Lineage`` alone: put back from the residue.
        public static var restored: Action { Action(rawValue: "restored") }
        /// In a ``Lineage`` alone: an object or array that only holds fields or records, taken off or put around them.
        public static var wrapped: Action { Action(rawValue: "wrapped") }
    }

    public struct Entry: Sendable, Equatable {
        public let action: Action
        /// JSON pointer in the source document.
        public let path: String
        /// JSON pointer, or name, in the target; `nil` when it is not there.
        public let target: String?
        public let note: String

        public init(_ action: Action, _ path: String, target: String? = nil, note: String = "") {
            self.action = action
            self.path = path
            self.target = target
            self.note = note
        }
    }

    public internal(set) var entries: [Entry] = []
    /// How often each action happened; counted also when entries are not kept.
    public var counts: [Action: Int] { Dictionary(uniqueKeysWithValues: tallies.map { ($0.action, $0.count) }) }
    /// A few actions, found one after another: they are counted for every member.
    private var tallies: [(action: Action, count: Int)] = []
    let keepsEntries: Bool

    init(keepsEntries: Bool) { self.keepsEntries = keepsEntries }

    /// Adds up two ledgers.
    public mutating func merge(_ other: Ledger) {
        entries += other.entries
        for tally in other.tallies { count(tally.action, tally.count) }
    }

    mutating func add(_ action: Action, _ entry: @autoclosure () -> Entry) {
        count(action, 1)
        if keepsEntries { entries.append(entry()) }
    }

    /// Whether an action happened.
    func contains(_ action: Action) -> Bool { tallies.contains { $0.action == action } }

    /// Counts an action without an entry.
    mutating func count(_ action: Action, _ number: Int) {
        if let tally = tallies.firstIndex(where: { $0.action == action }) {
            tallies[tally].count += number
        } else {
            tallies.append((action, number))
        }
    }

    public static func == (a: Ledger, b: Ledger) -> Bool { a.entries == b.entries && a.counts == b.counts }
}

extension JSONIndex {
    /// The JSON pointer (RFC 6901) to a node.
    package func pointer(_ target: Int) -> String {
        var pointer = ""
        descend(to: target) { step in
            pointer += "/"
            pointer += JSONText.pointer(step)
        }
        return pointer
    }

    /// The names and positions that lead to a node.
    package func path(_ target: Int) -> [String] {
        var path: [String] = []
        descend(to: target) { path.append($0) }
        return path
    }

    /// Goes from the root to a node, by names and positions.
    private func descend(to target: Int, _ step: (String) -> Void) {
        var node = 0
        descend: while node != target {
            if nodes[node].kind == .object {
                for member in members(node) where target >= member.name && target < Int(nodes[member.value].next) {
                    step(name(member.name))
                    if target == member.name { return }
                    node = member.value
                    continue descend
                }
            } else {
                for (position, element) in elements(node).enumerated()
                where target >= element && target < Int(nodes[element].next) {
                    step(String(position))
                    node = element
                    continue descend
                }
            }
            return
        }
    }

    /// Line and column of a byte.
    func place(_ offset: Int) -> MigrationError.Place {
        var line = 1, start = 0
        for position in 0..<min(offset, bytes.count) where bytes[position] == 0x0A {
            line += 1
            start = position + 1
        }
        return .init(offset: offset, line: line, column: offset - start + 1)
    }
}

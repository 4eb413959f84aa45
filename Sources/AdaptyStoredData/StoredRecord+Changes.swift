import AdaptyMigrationAccess
import AdaptyMigrationCore

extension StoredRecord {
    /// What a decoder would have refused in a record, with pointers in the record as it is written. The ledger counts
    /// elements of lists as they were before some were left out.
    static func changes(_ ledger: Ledger, _ kind: RecordKind) -> [StoredReport.Change] {
        let filled = ledger.entries.filter { $0.action == .defaulted }
        var gaps: [[Substring]: [Int]] = [:]
        for entry in filled where entry.note == Ledger.leftOut {
            let steps = steps(entry.path)
            // The entries of a profile's maps have names.
            guard kind != .profile || steps.count > 2, let number = steps.last.flatMap({ Int($0) }) else { continue }
            gaps[steps.dropLast(), default: []].append(number)
        }
        return filled.map { entry in
            let path = gaps.isEmpty || entry.note == Ledger.leftOut ? entry.path : closed(gaps, steps(entry.path))
            return .init(path, entry.note, isClean: kind != .profile || !decidesAccess(steps(entry.path)))
        }
    }

    /// The names and positions of a pointer, as they are written in it.
    private static func steps(_ pointer: String) -> [Substring] { Array(pointer.split(separator: "/")) }

    /// A pointer into lists without the elements that were left out.
    private static func closed(_ gaps: [[Substring]: [Int]], _ steps: [Substring]) -> String {
        steps.indices.map { position in
            guard let gone = gaps[Array(steps[..<position])], let number = Int(steps[position]) else {
                return "/" + steps[position]
            }
            return "/\(number - gone.filter { $0 < number }.count)"
        }.joined()
    }

    /// A program that goes by dates asks for the grace period, too.
    private static let deciding = Set(AccessField.decidingActive + [.isInGracePeriod])

    /// Whether a value of a profile is an entry of one of its maps, or a flag or date in one that decides whether access
    /// is active.
    private static func decidesAccess(_ steps: [Substring]) -> Bool {
        guard let map = steps.first, let last = steps.last else { return false }
        switch map {
        case "paid_access_levels", "subscriptions": if steps.count < 3 { return true }
        case "non_subscriptions": if steps.count < 4 { return true }
        default: return false
        }
        return AccessField(spelling: String(last)).map(deciding.contains) ?? false
    }
}

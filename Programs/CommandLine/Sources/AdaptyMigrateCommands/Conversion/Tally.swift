@_spi(Tools) import AdaptyMigrationTools

/// Counts the results for records. Names are made only at the end.
struct Tally {
    private struct Shape {
        /// `nil` where nothing is known.
        let source: Dialect?
        let target: Dialect?
        let kind: RecordKind?
        var number: Int
    }

    private(set) var converted = 0
    private(set) var unchanged = 0
    private(set) var rejected = 0
    private(set) var withResidue = 0
    /// Records with fields that are kept nowhere.
    private(set) var losses = 0
    /// Records with a member beside them that spells the former name of their event.
    private(set) var otherNames = 0
    private(set) var codes: [String: Int] = [:]
    /// There are only a few, and equal ones often follow each other.
    private var shapes: [Shape] = []

    var records: Int { converted + unchanged + rejected }
    /// Records of which nothing is known. A downgrade leaves them as they are.
    var unknown: Int { shapes.reduce(0) { $0 + ($1.source == nil ? $1.number : 0) } }
    var sources: [String: Int] { named(\.source?.rawValue) }
    var targets: [String: Int] { named(\.target?.rawValue) }
    var kinds: [String: Int] { named(\.kind?.rawValue) }

    /// The number of records of a dialect that became others.
    func upgraded(from source: Dialect) -> Int {
        shapes.reduce(0) { $1.source == source && $1.target != source ? $0 + $1.number : $0 }
    }

    mutating func addLoss() { losses += 1 }

    mutating func addOtherName() { otherNames += 1 }

    mutating func add(_ error: MigrationError) {
        rejected += 1
        codes[error.code.rawValue, default: 0] += 1
    }

    mutating func add(_ outcome: Transcoder.Outcome) {
        add(outcome.source, outcome.target, outcome.kind, isChanged: outcome.isChanged, hasResidue: outcome.hasResidue)
    }

    /// A row of an export.
    mutating func add(_ row: ExportConversion.Row) {
        add(
            row.source, row.target, .event, isChanged: row.oldName != row.newName,
            hasResidue: row.source != row.target && row.target == .webhook)
    }

    private mutating func add(
        _ source: Dialect?, _ target: Dialect, _ kind: RecordKind, isChanged: Bool, hasResidue: Bool
    ) {
        if isChanged { converted += 1 } else { unchanged += 1 }
        if hasResidue { withResidue += 1 }
        // A record that is newer than the target did not go there.
        let target = isChanged ? target : source, kind = source.map { _ in kind }
        for number in shapes.indices
        where shapes[number].source == source && shapes[number].target == target && shapes[number].kind == kind {
            shapes[number].number += 1
            return
        }
        shapes.append(Shape(source: source, target: target, kind: kind, number: 1))
    }

    mutating func add(_ other: Tally) {
        converted += other.converted
        unchanged += other.unchanged
        rejected += other.rejected
        withResidue += other.withResidue
        losses += other.losses
        otherNames += other.otherNames
        codes.merge(other.codes, uniquingKeysWith: +)
        shapes += other.shapes
    }

    private func named(_ name: (Shape) -> String?) -> [String: Int] {
        shapes.reduce(into: [:]) { $0[name($1) ?? "unknown", default: 0] += $1.number }
    }
}

import Testing

@testable import AdaptyMigrationCore
@testable import AdaptyMigrationModels
@_spi(Tools) @testable import AdaptyMigrationTesting

/// Two dialects that have one kind of record, and what tells them apart: derived from the names and the forms of values
/// in the table, and proven against the recogniser by a witness for each claim.
struct DialectPair: Sendable, CustomTestStringConvertible {
    let kind: RecordKind
    let a: Column
    let b: Column

    var testDescription: String { "\(kind.rawValue): \(a.id) and \(b.id)" }

    static let all: [DialectPair] = RecordKind.converted.filter { !$0.isList }.flatMap { kind in
        let columns = Column.allCases.filter { kind.dialects.contains($0.dialect) }
        return columns.enumerated().flatMap { position, a in
            columns[(position + 1)...].filter { $0.dialect != a.dialect }.map { DialectPair(kind: kind, a: a, b: $0) }
        }
    }

    // MARK: What tells them apart

    /// A member, or the form of its value, that one of the two has and the other has not.
    struct Fact: Sendable {
        let owner: Column
        let other: Column
        let table: TableID
        let name: String
        /// The forms that decide, the owner's and the other's; `nil` where the name does.
        let forms: (own: JSONForm, other: JSONForm)?
        /// An object with this member alone.
        let witness: String
    }

    /// The tables of the record, the root first.
    var tables: [TableID] {
        var found: [TableID] = [], open = [kind.table]
        while !open.isEmpty {
            let table = open.removeFirst()
            if found.contains(table) { continue }
            found.append(table)
            open += Table[table].rows.compactMap { $0.codec.inner }
        }
        return found
    }

    var facts: [Fact] { tables.flatMap { facts(a, b, $0) + facts(b, a, $0) } }

    private func facts(_ owner: Column, _ other: Column, _ table: TableID) -> [Fact] {
        Table[table].rows.flatMap { row in
            row.names[owner].filter { $0.use == .native }.compactMap { spelling -> Fact? in
                let form = JSONForm.of(row, spelling, in: owner), witness = spelling.wrapping(form.example)
                func fact(_ forms: (own: JSONForm, other: JSONForm)?) -> Fact {
                    Fact(owner: owner, other: other, table: table, name: spelling.text, forms: forms, witness: witness)
                }
                guard let there = Table[table].known(spelling, in: other) else {
                    // Inside an object that both have, names decide nothing.
                    return Table[table].hasHolder(spelling, in: other) ? nil : fact(nil)
                }
                let otherForm = JSONForm.of(there.row, there.spelling, in: other)
                return isTold(row, form, there, other) ? fact((own: form, other: otherForm)) : nil
            }
        }
    }

    private func isTold(_ row: Row, _ form: JSONForm, _ there: (row: Row, spelling: Spelling), _ other: Column) -> Bool
    {
        there.row.codec.isTellingForm && !JSONForm.read(there.row, there.spelling, in: other).contains(form)
    }

    /// Whether the recogniser objects to the other dialect, and not to the owner, on account of this fact alone.
    func isDecided(by fact: Fact) throws -> Bool {
        let index = try JSONScanner.index(Array(fact.witness.utf8))
        let (out, doubts) = Recognizer.standing(index, fact.table)
        guard out & fact.owner.bit == 0 else { return false }
        return out & fact.other.bit != 0 || doubts[fact.other.rawValue] > doubts[fact.owner.rawValue]
    }

    // MARK: What does not

    /// The members of the record that both may have written, as name tokens with values.
    var region: [(name: String, value: String)] { region(kind.table) }

    private func region(_ table: TableID) -> [(name: String, value: String)] {
        var members: [(name: String, value: String)] = [], held: [String: [String]] = [:], order: [String] = []
        for row in Table[table].rows {
            for spelling in row.names[a] where spelling.use == .native || spelling.use == .passed {
                guard let there = Table[table].known(spelling, in: b),
                    [.native, .older, .passed].contains(there.spelling.use)
                else { continue }
                let form = JSONForm.of(row, spelling, in: a)
                let value = isTold(row, form, there, b) ? "null" : self.value(row, form)
                if spelling.path.count == 1 {
                    members.append((spelling.path[0], value))
                } else {
                    if held[spelling.path[0]] == nil { order.append(spelling.path[0]) }
                    held[spelling.path[0], default: []].append("\"\(spelling.path[1])\":\(value)")
                }
            }
        }
        return members + order.map { ($0, "{" + (held[$0] ?? []).joined(separator: ",") + "}") }
    }

    private func value(_ row: Row, _ form: JSONForm) -> String {
        guard let inner = row.codec.inner, inner != kind.table else { return form.example }
        let object = "{" + region(inner).map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
        switch row.codec.container(in: a) {
        case .dictionary: return "{\"k\":\(object)}"
        case .dictionaryOfLists: return "{\"k\":[\(object)]}"
        case .list, .keyed, .keyedLists: return "[\(object)]"
        case .ids: return "[\"k\"]"
        case nil: return object
        }
    }

    /// Records of the kind inside the region: all of its members, and any of them. None where no record of this kind is
    /// inside.
    func witnesses(seed: UInt64, count: Int) -> [[UInt8]] {
        let members = region
        var random = SeededGenerator(seed: seed)
        let choices = [members] + (0..<count).map { _ in members.filter { _ in random.chance(50) } }
        return choices.filter { choice in
            a != .sdk3 && b != .sdk3 || choice.contains { isBeyondSDK2($0.name) }
        }
        .map { chosen in Array(("{" + chosen.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}").utf8) }
        .filter { document in
            (try? JSONScanner.index(document)).map { KindMarks($0, 0).kind } == kind
        }
    }

    /// A record without any such member is SDK 2's, whatever wrote it.
    private func isBeyondSDK2(_ name: String) -> Bool {
        EvidenceTable.of(kind.table).pointee[name]?.isBeyondSDK2 ?? false
    }

    /// Whether a record is refused, or named so that it makes no difference which of the two it is.
    func isHonest(_ document: [UInt8]) throws -> Bool {
        let named: Migration
        do throws(MigrationError) { named = try Migrator().upgrade(document) } catch {
            return [.ambiguous, .unrecognised].contains(error.code)
        }
        if try isSame(document, named.documentWithoutResidue) { return true }
        return try WithoutPurchases.holds(document, [a.dialect, b.dialect])
    }

    private func isSame(_ document: [UInt8], _ named: [UInt8]) throws(MigrationError) -> Bool {
        let first = try Migrator().upgrade(document, from: a.dialect).documentWithoutResidue
        let second = try Migrator().upgrade(document, from: b.dialect).documentWithoutResidue
        return first == named && second == named
    }

    /// What becomes of the records in the region, over the same witnesses as the test's.
    var outcome: String {
        let documents = witnesses(seed: 2026, count: 40)
        if documents.isEmpty { return "no record lies there" }
        let refused = documents.filter { (try? Migrator().detect($0)) == nil }.count
        let areSame = documents.allSatisfy { document in
            (try? Migrator().upgrade(document)).map { (try? isSame(document, $0.documentWithoutResidue)) ?? false }
                ?? true
        }
        let same = areSame ? "the same document" : "the same document, or no purchases in either"
        return refused == 0 ? same : refused == documents.count ? "refused" : "refused, or \(same)"
    }
}

extension Table {
    /// Whether another column has the object that a spelling is in.
    fileprivate func hasHolder(_ spelling: Spelling, in other: Column) -> Bool {
        spelling.path.count > 1
            && rows.contains {
                $0.names[other].contains { $0.path.count > 1 && $0.path[0] == spelling.path[0] }
            }
    }

    /// The row that a spelling of one column is read as in another.
    fileprivate func known(_ spelling: Spelling, in other: Column) -> (row: Row, spelling: Spelling)? {
        rows.lazy.compactMap { row in row.names[other].first { $0.path == spelling.path }.map { (row, $0) } }.first
    }
}

extension Spelling {
    fileprivate func wrapping(_ value: String) -> String { path.reversed().reduce(value) { "{\"\($1)\":\($0)}" } }
}

extension Codec {
    /// The table of the objects inside the value.
    fileprivate var inner: TableID? {
        switch self {
        case .record(let table), .entries(let table, _): table
        default: nil
        }
    }

    /// Whether the form of the value is evidence: of texts, numbers and structures of other codecs it is not.
    fileprivate var isTellingForm: Bool {
        switch self {
        case .text, .number, .integer, .any, .record, .custom, .eventName: false
        default: true
        }
    }
}

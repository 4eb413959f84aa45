/// The words in which a document is refused that was not recognised.
package struct RecognitionError {
    private let index: JSONIndex
    private let dialect: Dialect?

    /// - Parameter dialect: the stated one; `nil` for none.
    package init(_ index: JSONIndex, _ dialect: Dialect?) { (self.index, self.dialect) = (index, dialect) }

    func error(_ refusal: Recognition.Refusal) -> MigrationError {
        switch refusal {
        case .unknown: vendor ?? inside(nil) ?? otherSpelling ?? text ?? unknown(closest)
        case .scant(let kind): vendor ?? inside(kind) ?? scant(kind)
        case .foreign: vendor ?? foreign("another service")
        case .noSuchKind(let kind): unknown("\(dialect?.rawValue ?? "") has no \(kind.rawValue)")
        case .twoRecords: twoRecords
        case .repeatedEvent: repeatedEvent
        case .noDialect(let kind): noDialect(kind)
        case .otherDialect(let kind, let other): otherDialect(kind, other)
        }
    }

    /// Of several dialects that would give different documents.
    func ambiguous(_ all: [Found]) -> MigrationError {
        MigrationError(
            .ambiguous,
            "it could be \(DialectEvidence.names(all.map(\.column))), which would give different documents",
            remedy: "name the dialect with `from`",
            path: telling(all[0].kind).first.map { index.pointer($0.name) } ?? "")
    }

    /// The reason against each dialect where none fits, and for those with a member where several do.
    package var reasons: [String] {
        switch Recognizer.recognise(index, dialect) {
        case .none(.noDialect(let kind)):
            let evidence = evidence(of: kind)
            return evidence.columns.compactMap { evidence.reason(against: $0, includesDoubts: false)?.text }
        case .several(let all):
            return telling(all[0].kind).prefix(7).map {
                "\(index.pointer($0.name)) is a member of \(DialectEvidence.names($0.own))"
            }
        default: return []
        }
    }

    private func telling(_ kind: RecordKind) -> [(name: Int, own: ColumnSet)] {
        index.withTape { tape in
            TellingMembers(tape, Envelope(tape), kind, kind.columnBits(of: nil)).all
        }
    }

    private func evidence(of kind: RecordKind) -> DialectEvidence {
        DialectEvidence(index, kind, kind.columnBits(of: nil))
    }

    private func unknown(_ reason: String) -> MigrationError {
        MigrationError(
            .unrecognised, "valid JSON of no known shape: \(reason)",
            remedy: "check that it is a complete Adapty payload")
    }

    private func foreign(_ service: String) -> MigrationError {
        MigrationError(
            .unrecognised, "it is from \(service)", remedy: "leave it out: its members are not Adapty's")
    }

    private var vendor: MigrationError? { index.withTape(OtherVendor.name).map(foreign) }

    private var closest: String {
        let found = index.withTape { tape in ClosestKind(tape, Envelope(tape).node) }
        return found?.words ?? "it has none of the members of a profile, paywall, product, promo or event"
    }

    /// Of a document that has records inside.
    private func inside(_ kind: RecordKind?) -> MigrationError? {
        let found = RecordInside(index).all
        guard let pointer = found.first?.pointer else { return nil }
        let places = found.map { "\($0.kind.phrase) at \($0.pointer)" }.joined(separator: ", ")
        let reason = kind.map { "nothing shows that it is \($0.phrase) of Adapty" } ?? "it is no record itself"
        return MigrationError(
            .unrecognised, "\(reason), but it holds \(places)",
            remedy: "convert what is inside with `inside` \(pointer)",
            path: pointer)
    }

    /// Adapty's names without their underscores. One of them beside another name of an event shows whose it is.
    private static let own: Set = [
        "profileid", "customeruserid", "eventdatetime", "eventproperties", "eventapiversion", "profileeventid",
        "variationid", "developerid", "vendorproductid", "paidaccesslevels",
    ]

    /// Of an object that has another name where an event has `event_type`, or all names in capitals.
    private var otherSpelling: MigrationError? {
        let names = index.members(0).map { index.name($0.name) }
        let capitals = ["PROFILE_ID", "VARIATION_ID", "VENDOR_PRODUCT_ID"]
        guard let name = names.first(where: (EventOrigin.otherNames + capitals).contains),
            names.contains(where: { RecognitionError.own.contains($0.lowercased().filter { $0 != "_" }) })
        else { return nil }
        let isEvent = EventOrigin.otherNames.contains(name), own = isEvent ? "event_type" : name.lowercased()
        return MigrationError(
            .unrecognised, "\(name) is not how Adapty spells \(own)",
            remedy: "rename it and the other members to Adapty's names, such as \(own)", path: "/\(name)")
    }

    /// Of a text that holds JSON.
    private var text: MigrationError? {
        guard let text = index.text(0), (try? JSONScanner.index(Array(text.utf8))) != nil else { return nil }
        return MigrationError(
            .unrecognised, "the document is a text that holds JSON",
            remedy: "take the JSON out of it, as `jq -r .` does")
    }

    private func scant(_ kind: RecordKind) -> MigrationError {
        MigrationError(
            .unrecognised, "it has a name of \(kind.phrase), but nothing shows that it is Adapty's",
            remedy: "if it is, name its dialect with `from`")
    }

    private var twoRecords: MigrationError {
        guard let second = index.withTape({ SecondRecord($0, Envelope($0)) }) else {
            return unknown("an envelope has two records")
        }
        return MigrationError(
            .ambiguous, "\(index.pointer(second.node)) and \(index.pointer(second.first)) each hold a record",
            remedy: "take the record that you want to convert out of its envelope", path: index.pointer(second.node),
            place: index.place(Int(index[second.name].start)))
    }

    private var repeatedEvent: MigrationError {
        guard let name = index.withTape({ tape in RepeatedEvent(tape, Envelope(tape).node)?.name }) else {
            return unknown("the event is there twice")
        }
        let pointer = index.pointer(name + 1)
        return MigrationError(
            .ambiguous, "\(pointer) holds the same event, and only one of the two would be renamed",
            remedy: "convert both with `inside` \(pointer), or this one alone with `from`", path: pointer,
            place: index.place(Int(index[name].start)))
    }

    private func otherDialect(_ kind: RecordKind, _ other: Column) -> MigrationError {
        let stated = DialectEvidence(index, kind, kind.columnBits(of: dialect))
        let reason = stated.columns.lazy.compactMap { stated.reason(against: $0, includesDoubts: false) }.first
        return MigrationError(
            .unrecognised, "\(reason?.text ?? "another dialect"); the record is of \(other.dialect.rawValue)",
            remedy: "name that dialect with `from`, or none", path: reason?.pointer ?? "")
    }

    private func noDialect(_ kind: RecordKind) -> MigrationError {
        let evidence = evidence(of: kind)
        let closest = evidence.leastRefused, reason = evidence.words(against: closest)
        let words = reason.map { ", but " + $0.words } ?? ""
        return MigrationError(
            .unrecognised, "no dialect fits every member; the closest is \(closest.id)\(words)",
            remedy: "name the dialect with `from`", path: reason?.pointer ?? "")
    }
}

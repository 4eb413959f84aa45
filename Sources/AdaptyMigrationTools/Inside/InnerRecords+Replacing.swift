import AdaptyMigrationCore

extension InnerRecords {
    /// The records, in their order.
    public var records: [Record] { places.flatMap(records) }

    private func records(at place: Place) -> [Record] {
        guard let text = place.text else {
            let bytes = Array(document[place.range]), others = others(beside: bytes, at: place)
            return [
                Record(
                    bytes: bytes, offset: place.range.lowerBound, pointer: place.pointer, isText: false,
                    refusal: refusal(at: place, others), isSpelledOtherwise: !others.isEmpty)
            ]
        }
        let others = others(beside: text.quoted.text, at: place), refusal = refusal(at: place, others)
        return text.inner.records.map {
            Record(
                bytes: $0.bytes, offset: place.range.lowerBound, pointer: place.pointer + $0.pointer, isText: true,
                refusal: $0.refusal ?? refusal, isSpelledOtherwise: $0.isSpelledOtherwise || !others.isEmpty)
        }
    }

    /// A member beside a record that names the same event as it does, but otherwise, and the name in the record.
    private typealias OtherName = (member: String, name: String, isCurrent: Bool)

    /// Why the record at a place could not be restored.
    private func refusal(at place: Place, _ others: [OtherName]) -> MigrationError? {
        if let text = place.text?.quoted, text.quoted(text.text)[...] != document[place.range] {
            return MigrationError(
                MigrationError.Code(rawValue: "inexact-text"),
                "the record is in a text that could not be restored exactly: \(type(of: text).doubt)",
                remedy: "write the document anew with one program")
        }
        guard let (member, name, _) = others.first(where: \.isCurrent) else { return nil }
        return MigrationError(
            MigrationError.Code(rawValue: "half-converted"),
            "\(member) beside the record has the current name already, and the record has the old one, \(name)",
            remedy: "give both the same name")
    }

    private func others(beside record: [UInt8], at place: Place) -> [OtherName] {
        guard !place.names.isEmpty, let name = InnerRecords.eventName(record),
            case let current = EventName(rawValue: name).canonical.rawValue, current != name
        else { return [] }
        return place.names.compactMap { member, beside in
            let text = String(decoding: beside.quoted.text, as: UTF8.self)
            guard text != name, EventName(rawValue: text).canonical.rawValue == current else { return nil }
            return (member, name, text == current)
        }
    }

    private static func eventName(_ record: [UInt8]) -> String? {
        guard let index = try? JSONScanner.index(record) else { return nil }
        return index.member(0, name).flatMap(index.text)
    }

    // MARK: Replacing

    /// The document with other records.
    ///
    /// - Parameters:
    ///   - records: one for each of ``records``; `nil` for one that stays.
    ///   - isRestorable: whether the replaced records can be restored, so that the texts must be, too.
    /// - Returns: `nil` when a text would not be restored exactly.
    public func document(with records: [[UInt8]?], isRestorable: Bool) -> [UInt8]? {
        var records = records[...]
        return replaced(&records, isRestorable)
    }

    private func replaced(_ records: inout ArraySlice<[UInt8]?>, _ isRestorable: Bool) -> [UInt8]? {
        var edits: [(range: Range<Int>, bytes: [UInt8])] = []
        for place in places {
            let old = place.text?.quoted.text ?? Array(document[place.range]), new: [UInt8]?
            if let inner = place.text?.inner {
                new = inner.replaced(&records, isRestorable)
                if new == nil { return nil }
            } else {
                new = records.removeFirst()
            }
            guard let new, new != old else { continue }
            for (range, quoted, text) in tokens(at: place, old, new) {
                let written = quoted?.quoted(text) ?? text
                if isRestorable, let quoted, type(of: quoted).init(written).quoted(quoted.text)[...] != document[range]
                {
                    return nil
                }
                edits.append((range, written))
            }
        }
        return document.replacing(edits, in: 0..<document.count) ?? document
    }

    /// What becomes of a place: its own text, and the names beside it that are the name of the record.
    private func tokens(at place: Place, _ old: [UInt8], _ new: [UInt8]) -> [(Range<Int>, (any QuotedText)?, [UInt8])] {
        let record = (place.range, place.text?.quoted, new)
        guard !place.names.isEmpty, let before = InnerRecords.eventName(old), let after = InnerRecords.eventName(new)
        else { return [record] }
        return [record]
            + place.names.filter { $0.token.quoted.text == Array(before.utf8) }.map {
                ($0.token.range, $0.token.quoted, Array(after.utf8))
            }
    }
}

import AdaptyMigrationCore

/// The records inside a document, where a ``RecordPointer`` leads. They can be replaced; all around them stays as it is.
///
/// A text that holds JSON is like the JSON in it. It is quoted again as it was:
///
/// ```
/// {"id": 7, "payload": "{\"event_type\":\"trial_cancelled\"}"}    /payload
/// {"id": 7, "payload": "{\"event_type\":\"trial_expired\",…}"}
/// ```
@_spi(Tools) public struct InnerRecords: Sendable {
    /// A value that a pointer leads to. Whether it is a record is for the converter to say.
    public struct Record: Sendable {
        public let bytes: [UInt8]
        /// Where it begins in the document, or where the text begins that it is in.
        public let offset: Int
        /// Its JSON pointer from the document.
        public let pointer: String
        /// Whether it is in a text.
        public let isText: Bool
        /// Why it must stay as it is; `nil` when it can be replaced.
        public let refusal: MigrationError?
    }

    private struct Place {
        let range: Range<Int>
        let pointer: String
        /// The text at this place, with the records inside it; `nil` when the value is the record.
        let text: (quoted: any QuotedText, inner: InnerRecords)?
    }

    public let document: [UInt8]
    private var places: [Place] = []

    /// Finds the records in a document.
    ///
    /// - Throws: ``MigrationError`` when the document is not JSON.
    public init(_ pointer: RecordPointer, in document: [UInt8], maximumDepth: Int) throws(MigrationError) {
        try self.init(pointer.steps[...], document, maximumDepth)
    }

    /// Finds the records in a row of a table, whose fields are texts.
    ///
    /// - Parameter fields: in their order.
    public init(
        _ pointer: RecordPointer, in row: [UInt8], fields: [(name: String, range: Range<Int>)],
        as quoted: (some QuotedText).Type, maximumDepth: Int
    ) {
        document = row
        for field in fields where pointer.begins(with: field.name) {
            let place = ("/" + JSONText.pointer(field.name), field.range)
            add(quoted.init(Array(row[field.range])), place, pointer.steps.dropFirst(), maximumDepth)
        }
    }

    private init(_ steps: ArraySlice<String>, _ document: [UInt8], _ maximumDepth: Int) throws(MigrationError) {
        self.document = document
        // The text is the record.
        guard let first = steps.first else {
            places = [Place(range: 0..<document.count, pointer: "", text: nil)]
            return
        }
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        let isList = index.kind(0) == .array && first != RecordPointer.all && Int(first) == nil
        find(isList ? [RecordPointer.all] + steps : steps, index, 0, "", maximumDepth)
    }

    private mutating func find(
        _ steps: ArraySlice<String>, _ index: JSONIndex, _ node: Int, _ pointer: String, _ maximumDepth: Int
    ) {
        if index.kind(node) == .string {
            let text = JSONQuotedText(Array(index.raw(node)))
            return add(text, (pointer, index.range(node)), steps, maximumDepth)
        }
        guard let step = steps.first else {
            return places.append(Place(range: index.range(node), pointer: pointer, text: nil))
        }
        // Of members of one name the last one counts.
        let counts = step == RecordPointer.all ? nil : index.member(node, step)
        for child in index.children(node) where RecordPointer.leads(step, to: child.step) {
            if index.kind(node) == .object, let counts, counts != child.value { continue }
            find(
                steps.dropFirst(), index, child.value, pointer + "/" + JSONText.pointer(child.step), maximumDepth)
        }
    }

    /// Adds a text, unless it should lead further and is no JSON.
    private mutating func add(
        _ text: some QuotedText, _ place: (pointer: String, range: Range<Int>), _ steps: ArraySlice<String>,
        _ maximumDepth: Int
    ) {
        guard let inner = try? InnerRecords(steps, text.text, maximumDepth), !inner.places.isEmpty else { return }
        places.append(Place(range: place.range, pointer: place.pointer, text: (text, inner)))
    }

    /// The records, in their order.
    public var records: [Record] {
        places.flatMap { place in
            guard let text = place.text else {
                let bytes = Array(document[place.range])
                return [
                    Record(
                        bytes: bytes, offset: place.range.lowerBound, pointer: place.pointer, isText: false,
                        refusal: nil)
                ]
            }
            let isExact = text.quoted.quoted(text.quoted.text)[...] == document[place.range]
            return text.inner.records.map {
                Record(
                    bytes: $0.bytes, offset: place.range.lowerBound, pointer: place.pointer + $0.pointer, isText: true,
                    refusal: isExact ? $0.refusal : InnerRecords.refusal(text.quoted))
            }
        }
    }

    private static func refusal(_ text: some QuotedText) -> MigrationError {
        MigrationError(
            MigrationError.Code(rawValue: "inexact-text"),
            "the record is in a text that could not be restored exactly: \(type(of: text).doubt)",
            remedy: "write the document anew with one program")
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
        var made: [UInt8] = [], end = 0
        for place in places {
            let old = document[place.range]
            made += document[end..<place.range.lowerBound]
            end = place.range.upperBound
            guard let (text, inner) = place.text else {
                made += records.removeFirst()?[...] ?? old
                continue
            }
            guard let new = inner.replaced(&records, isRestorable) else { return nil }
            if new == text.text {
                made += old
                continue
            }
            let written = text.quoted(new)
            if isRestorable, type(of: text).init(written).quoted(text.text)[...] != old { return nil }
            made += written
        }
        return made + document[end...]
    }
}

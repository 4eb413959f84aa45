import AdaptyMigrationCore

/// The records inside a document, where a ``RecordPointer`` leads. They can be replaced, and all around them stays.
///
/// A text that holds JSON is like the JSON in it, and is quoted again as it was. A member `event_type` beside a record
/// that repeats its event's name follows it:
///
/// ```
/// {"event_type": "trial_cancelled", "payload": "{\"event_type\":\"trial_cancelled\"}"}    /payload
/// {"event_type": "trial_expired", "payload": "{\"event_type\":\"trial_expired\",…}"}
/// ```
@_spi(Tools) public struct InnerRecords: Sendable {
    /// A value that a pointer leads to. Whether it is a record is for the converter to say.
    public struct Record: Sendable {
        /// The value. A text is without its quotation marks and escapes.
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

    /// A text in the document.
    typealias Token = (range: Range<Int>, quoted: any QuotedText)

    struct Place {
        let range: Range<Int>
        let pointer: String
        /// The text at this place, with the records inside it; `nil` when the value is the record.
        let text: (quoted: any QuotedText, inner: InnerRecords)?
        /// The name of the event beside the record; `nil` when there is none.
        var name: Token? = nil
    }

    static let name = "event_type"

    /// The whole document, as it was given.
    public let document: [UInt8]
    private(set) var places: [Place] = []
    private let maximumDepth: Int

    /// Finds the records in a document.
    ///
    /// - Throws: ``MigrationError`` when the document is not JSON.
    public init(_ pointer: RecordPointer, in document: [UInt8], maximumDepth: Int) throws(MigrationError) {
        try self.init(pointer.steps[...], document, maximumDepth)
    }

    /// Finds the records in a row of a table, whose fields are texts.
    ///
    /// - Parameter fields: in their order.
    public init<Field: QuotedText>(
        _ pointer: RecordPointer, in row: [UInt8], fields: [(name: String, range: Range<Int>)], as _: Field.Type,
        maximumDepth: Int
    ) {
        document = row
        self.maximumDepth = maximumDepth
        for field in fields where pointer.begins(with: field.name) {
            add(
                Field(Array(row[field.range])), field.range, "/" + JSONText.pointer(field.name),
                pointer.steps.dropFirst())
        }
        if !places.isEmpty, InnerRecords.hasNameBeside(pointer.steps[...]),
            let name = fields.last(where: { $0.name == InnerRecords.name })
        {
            places[0].name = (name.range, Field(Array(row[name.range])))
        }
    }

    private init(_ steps: ArraySlice<String>, _ document: [UInt8], _ maximumDepth: Int) throws(MigrationError) {
        self.document = document
        self.maximumDepth = maximumDepth
        // The text is the record.
        guard let first = steps.first else {
            places = [Place(range: 0..<document.count, pointer: "", text: nil)]
            return
        }
        let index = try JSONScanner.index(document, maximumDepth: maximumDepth)
        let isList = index.kind(0) == .array && first != RecordPointer.all && Int(first) == nil
        find(isList ? [RecordPointer.all] + steps : steps, index, 0, "")
    }

    private mutating func find(_ steps: ArraySlice<String>, _ index: JSONIndex, _ node: Int, _ pointer: String) {
        if index.kind(node) == .string {
            return add(JSONQuotedText(Array(index.raw(node))), index.range(node), pointer, steps)
        }
        guard let step = steps.first else {
            return places.append(Place(range: index.range(node), pointer: pointer, text: nil))
        }
        let before = places.count
        // Of members of one name the last one counts.
        let counts = step == RecordPointer.all ? nil : index.member(node, step)
        for child in index.children(node) where RecordPointer.leads(step, to: child.step) {
            if let counts, counts != child.value { continue }
            find(steps.dropFirst(), index, child.value, pointer + "/" + JSONText.pointer(child.step))
        }
        if places.count > before, InnerRecords.hasNameBeside(steps), let name = index.member(node, InnerRecords.name),
            index.kind(name) == .string
        {
            places[before].name = (index.range(name), JSONQuotedText(Array(index.raw(name))))
        }
    }

    /// Whether the record that is one step away may have the name of its event beside it.
    private static func hasNameBeside(_ steps: ArraySlice<String>) -> Bool {
        steps.count == 1 && !RecordPointer.leads(steps.first, to: name)
    }

    /// Adds a text, unless it should lead further and is no JSON.
    private mutating func add(
        _ text: some QuotedText, _ range: Range<Int>, _ pointer: String, _ steps: ArraySlice<String>
    ) {
        guard let inner = try? InnerRecords(steps, text.text, maximumDepth), !inner.places.isEmpty else { return }
        places.append(Place(range: range, pointer: pointer, text: (text, inner)))
    }
}

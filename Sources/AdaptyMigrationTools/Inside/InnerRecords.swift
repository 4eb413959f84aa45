import AdaptyMigrationCore

/// The records inside a document, where a ``RecordPointer`` leads. They can be replaced, and all around them stays.
///
/// A text that holds JSON is like the JSON in it, and is quoted again as it was. Members beside a record that repeat
/// its event's name follow it, if they are called `event_type`, `type`, `event`, `event_name` or `name`, in any case:
///
/// ```
/// {"type": "trial_cancelled", "payload": "{\"event_type\":\"trial_cancelled\"}"}    /payload
/// {"type": "trial_expired", "payload": "{\"event_type\":\"trial_expired\",…}"}
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
        /// Whether a member beside it spells the name of its event otherwise, so that the two differ once the record has
        /// the current name.
        public let isSpelledOtherwise: Bool
    }

    /// A text in the document.
    typealias Token = (range: Range<Int>, quoted: any QuotedText)

    struct Place {
        let range: Range<Int>
        let pointer: String
        /// The text at this place, with the records inside it; `nil` when the value is the record.
        let text: (quoted: any QuotedText, inner: InnerRecords)?
        /// The texts beside the record that may be the name of its event, with the names of their members.
        var names: [(member: String, token: Token)] = []
    }

    /// The member of an event that has its name.
    static let name = "event_type"

    /// Whether a member beside a record may have the name of its event: `event_type`, `eventType`, `EVENT`, `name`, ….
    private static func isName(_ member: String) -> Bool {
        ["eventtype", "eventname", "event", "type", "name"].contains(member.lowercased().filter { $0 != "_" })
    }

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
        guard !places.isEmpty, pointer.steps.count == 1 else { return }
        places[0].names = fields.filter { InnerRecords.isName($0.name) && !pointer.begins(with: $0.name) }.map {
            ($0.name, ($0.range, Field(Array(row[$0.range]))))
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
        guard places.count > before, steps.count == 1, index.kind(node) == .object else { return }
        for member in index.members(node) where index.kind(member.value) == .string {
            let name = index.name(member.name)
            guard InnerRecords.isName(name), !RecordPointer.leads(step, to: name), counts != member.value else {
                continue
            }
            places[before].names.append(
                (name, (index.range(member.value), JSONQuotedText(Array(index.raw(member.value))))))
        }
    }

    /// Adds a text, unless it should lead further and is no JSON.
    private mutating func add(
        _ text: some QuotedText, _ range: Range<Int>, _ pointer: String, _ steps: ArraySlice<String>
    ) {
        guard let inner = try? InnerRecords(steps, text.text, maximumDepth), !inner.places.isEmpty else { return }
        places.append(Place(range: range, pointer: pointer, text: (text, inner)))
    }
}

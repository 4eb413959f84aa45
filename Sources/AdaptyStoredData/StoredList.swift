import AdaptyMigrationCore

/// The records of a cache: `[record]` of SDK 1.x, `[{"v": record}]` for paywalls and `{"v": [record]}` for products of
/// SDK 2.0 and later.
struct StoredList {
    var records: [StoredRecord] = []
    /// Why the whole is no list; `nil` when it is one.
    private var reason: String?
    /// The elements that were left out, and why. An SDK refuses the whole list because of one element that it cannot
    /// read.
    private(set) var refusals: [StoredReport.Change] = []
    /// Whether nothing is stored: `null`, or no elements.
    private(set) var isEmpty = false
    /// Whether the list itself is in a wrapper.
    private(set) var isWrapped = false

    init(_ bytes: [UInt8], _ kind: RecordKind, _ sdk: SDKVersion) {
        guard let index = try? JSONScanner.index(bytes) else {
            reason = "it is not JSON"
            return
        }
        let wrapped = index.member(0, "v"), node = wrapped ?? 0
        isWrapped = wrapped != nil
        let elements = index.elements(node)
        isEmpty = index.kind(node) == .null || index.kind(node) == .array && elements.isEmpty
        if !isEmpty, elements.isEmpty { reason = "it is not a list" }
        for element in elements {
            do throws(StoredRecord.Refusal) {
                records.append(
                    try StoredRecord(
                        index, element, kind: kind, from: isWrapped ? .sdk2 : .sdk1Stored, sdk))
            } catch {
                refusals.append(
                    StoredReport.Change(index.pointer(element), "left out: \(error.reason)", isClean: false))
            }
        }
    }

    /// Whether every record is unchanged and in a wrapper, either its own or the list's.
    var isReadable: Bool { refusals.isEmpty && records.allSatisfy { $0.isUnchanged && ($0.isWrapped || isWrapped) } }

    /// Why there is no record in it.
    var refusal: String? { reason ?? refusals.first?.description }

    /// Values that the SDK's decoder would have refused: elements left out, and placeholders.
    ///
    /// - Parameter place: the pointer to the record of a number in the value that is written.
    func changes(_ place: (Int) -> String) -> [StoredReport.Change] {
        refusals + records.enumerated().flatMap { number, record in record.changes.map { $0.below(place(number)) } }
    }

    func text(_ element: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var text: [UInt8] = [.openBracket]
        for record in records {
            if text.count > 1 { text.append(.comma) }
            text += element(record.text)
        }
        return text + [.closeBracket]
    }
}

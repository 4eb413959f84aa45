import AdaptyMigrationCore

/// The records of a cache: `[record]` of SDK 1.x, `[{"v": record}]` for paywalls and `{"v": [record]}` for products of
/// SDK 2.0 and later.
struct StoredList {
    var records: [StoredRecord] = []
    /// The reasons why elements were left out. An SDK refuses the whole list because of one element that it cannot
    /// read.
    private(set) var refusals: [String] = []
    /// Whether nothing is stored: `null`, or no elements.
    private(set) var isEmpty = false
    /// Whether the list itself is in a wrapper.
    private(set) var isWrapped = false

    init(_ bytes: [UInt8], _ kind: RecordKind, _ sdk: SDKVersion) {
        guard let index = try? JSONScanner.index(bytes) else {
            refusals = ["it is not JSON"]
            return
        }
        let wrapped = index.member(0, "v"), node = wrapped ?? 0
        isWrapped = wrapped != nil
        let elements = index.elements(node)
        isEmpty = index.kind(node) == .null || index.kind(node) == .array && elements.isEmpty
        if !isEmpty, elements.isEmpty { refusals = ["it is not a list"] }
        for element in elements {
            do throws(StoredRecord.Refusal) {
                records.append(
                    try StoredRecord(
                        Array(index.raw(element)), kind: kind, from: isWrapped ? .sdk2 : .sdk1Stored, sdk))
            } catch {
                refusals.append("\(index.pointer(element)): \(error.reason)")
            }
        }
    }

    /// Whether every record is unchanged and in a wrapper, either its own or the list's.
    var isReadable: Bool { refusals.isEmpty && records.allSatisfy { $0.isUnchanged && ($0.isWrapped || isWrapped) } }

    /// Values that the SDK's decoder would have refused: elements left out, and placeholders.
    var changes: [String] { refusals.map { "left out: " + $0 } + records.flatMap(\.changes) }

    func text(_ element: ([UInt8]) -> [UInt8]) -> [UInt8] {
        [.openBracket] + records.map { element($0.text) }.joined(separator: [.comma]) + [.closeBracket]
    }
}

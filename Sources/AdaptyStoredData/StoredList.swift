import AdaptyMigrationCore

/// The records of a cache: `[record]` of SDK 1.x, `[{"v": record}]` for paywalls and `{"v": [record]}` for products of
/// SDK 2.0 and later.
struct StoredList {
    var records: [StoredRecord] = []
    /// Why elements were left out: one that an SDK cannot read makes it refuse all.
    private(set) var refusals: [String] = []
    /// Whether nothing is stored: `null`, or no elements.
    private(set) var isEmpty = false
    /// Whether the list itself stands in a wrapper.
    private(set) var isWrapped = false

    init(_ bytes: [UInt8], _ kind: RecordKind, _ dialect: Dialect, _ sdk: SDKVersion) {
        guard let index = try? JSONScanner.index(bytes) else {
            refusals = ["it is no JSON"]
            return
        }
        let wrapped = index.member(0, "v"), node = wrapped ?? 0
        isWrapped = wrapped != nil
        let elements = index.elements(node)
        isEmpty = index.kind(node) == .null || index.kind(node) == .array && elements.isEmpty
        if !isEmpty, elements.isEmpty { refusals = ["it is no list"] }
        for element in elements {
            do throws(StoredRecord.Refusal) {
                records.append(
                    try StoredRecord(
                        Array(index.raw(element)), kind: kind, from: isWrapped ? .sdk2 : .sdk1Stored, to: dialect, sdk))
            } catch {
                refusals.append("\(index.pointer(element)): \(error.reason)")
            }
        }
    }

    /// Whether every record is what stood there, and in a wrapper: the list's or its own.
    var isReadable: Bool { refusals.isEmpty && records.allSatisfy { $0.isUnchanged && ($0.isWrapped || isWrapped) } }

    /// What the SDK's decoder had refused: elements left out, placeholders.
    var changes: [String] { refusals.map { "left out: " + $0 } + records.flatMap(\.changes) }

    func text(_ element: ([UInt8]) -> [UInt8]) -> [UInt8] {
        [0x5B] + records.map { element($0.text) }.joined(separator: [0x2C]) + [0x5D]
    }
}

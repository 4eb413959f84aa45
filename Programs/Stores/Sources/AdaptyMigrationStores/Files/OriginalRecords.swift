import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The records of a file before its upgrade, as hashes of a few bytes each.
final class OriginalRecords {
    private var originals: Set<Int> = []
    /// The positions of the originals of upgraded records. They are kept only if the records have no residue.
    private var places: [Int: Range<Int>] = [:]
    private let content: FileReader?
    private(set) var count = 0

    /// - Parameters:
    ///   - path: the original file.
    ///   - content: the decompressed original, if the records have no residue; otherwise `nil`.
    ///   - upgrade: the upgrade that was used.
    init(_ path: String, content: String?, _ format: FileFormat, _ upgrade: FileUpgrade) throws(FileTrouble) {
        let reader = try FileTrouble.failing { () throws(StoreFailure) in try FileReader(path, format, digests: false) }
        self.content = try FileTrouble.failing { () throws(StoreFailure) in
            if let content { try FileReader(content, nil, digests: false) } else { nil }
        }
        var upgrade = upgrade
        upgrade.onRecord = { [self] record, new, position in
            add(record)
            if let new, content != nil {
                places[OriginalRecords.hash(new)] = position.offset..<(position.offset + record.count)
            }
        }
        upgrade.onReject = { [self] in add($0.record) }
        _ = try upgrade.run(reader, format, try upgrade.converter(path, format), into: ContentSink())
    }

    private func add(_ record: [UInt8]) {
        originals.insert(OriginalRecords.hash(record))
        count += 1
    }

    func contains(_ record: [UInt8]) -> Bool { originals.contains(OriginalRecords.hash(record)) }

    /// The original of an unedited record; `nil` when it is unknown, or when the record has a residue.
    func original(of upgraded: [UInt8]) throws(FileTrouble) -> [UInt8]? {
        guard let content, let place = places[OriginalRecords.hash(upgraded)] else { return nil }
        return try content.bytes(place)
    }

    private static func hash(_ record: [UInt8]) -> Int {
        var hasher = Hasher()
        record.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

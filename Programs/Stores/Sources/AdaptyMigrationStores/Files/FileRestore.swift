import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Restores a file that was edited after its upgrade, record by record.
final class FileRestore {
    private let path: String
    private let originals: OriginalRecords
    private let embedsResidue: Bool
    private let converter: any RecordConverter

    private(set) var restored = 0
    private(set) var unchanged = 0
    private(set) var edited: [String] = []
    private(set) var kept: [String] = []

    init(_ path: String, _ originals: OriginalRecords, _ converter: any RecordConverter, embedsResidue: Bool) {
        self.path = path
        self.originals = originals
        self.converter = converter
        self.embedsResidue = embedsResidue
    }

    func run(_ reader: FileReader, _ format: FileFormat, into sink: ContentSink) throws(FileTrouble) {
        let cutter = RecordCutter(reader, format)
        while let piece = try cutter.next() {
            let bytes =
                switch piece {
                case .between(let bytes): bytes
                case .header(let header):
                    try FileTrouble.rejecting { () throws(MigrationError) in try converter.takeBackHeader(header) }
                case .record(let record, let position): try takeBack(record, position, format)
                }
            try FileTrouble.failing { () throws(StoreFailure) in try sink.write(bytes) }
        }
        let missing = originals.count - restored - unchanged - edited.count
        if missing > 0 { edited.append("\(path): \(missing) fewer records than were upgraded") }
    }

    private func takeBack(_ record: [UInt8], _ position: RecordPosition, _ format: FileFormat) throws(FileTrouble)
        -> [UInt8]
    {
        if originals.contains(record) {
            unchanged += 1
            return record
        }
        if let original = try originals.original(of: record) {
            restored += 1
            return original
        }
        let place = position.described(in: path)
        guard embedsResidue else {
            kept.append("\(place): edited or new; only the journal has the original")
            return record
        }
        do throws(MigrationError) {
            // A record without residue was never upgraded: somebody added it.
            guard let back = try converter.takeBack(record) else { return record }
            if originals.contains(back) { restored += 1 } else { edited.append(place) }
            return format.layout == .lines ? back.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 } : back
        } catch {
            kept.append("\(place): edited so that it is no longer a record")
            return record
        }
    }
}

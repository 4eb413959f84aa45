@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Examines every record, and writes nothing.
final class ScanWorker<Finding>: BlockWorker {
    typealias Look = @Sendable (_ record: [UInt8], _ export: ExportConversion?) throws(MigrationError) -> Finding

    let maximumDepth: Int
    private let look: Look

    init(maximumDepth: Int, look: @escaping Look) {
        self.maximumDepth = maximumDepth
        self.look = look
    }

    func work(on record: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Finding>)
        -> Bool
    {
        let record = bytes.bytes(in: record)
        let result = Result { () throws(MigrationError) in try look(record, try block.export?.get()) }
        block.add(result, record, position)
        return false
    }
}

@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles
@_spi(Tools) import AdaptyMigrationTesting

/// Redacts records, which keep their places. Those that cannot be redacted are left out.
final class RedactWorker: BlockWorker {
    let maximumDepth: Int
    private let redactor: Redactor
    private let from: Dialect?
    /// How many texts, numbers and names have got a stand-in.
    private(set) var replaced = 0

    init(_ redactor: Redactor, _ from: Dialect?, maximumDepth: Int) {
        self.redactor = redactor
        self.from = from
        self.maximumDepth = maximumDepth
    }

    func work(on record: Range<Int>, of bytes: RecordBuffer, at position: RecordPosition, in block: Block<Never>)
        -> Bool
    {
        let start = block.output.count
        do throws(MigrationError) {
            let fixture = try redactor.fixture(of: bytes.bytes(in: record), from: from)
            block.output.append(fixture.document)
            replaced += fixture.replaced
        } catch {
            block.add(.failure(error), [], position)
            return false
        }
        if block.layout != .document { LineBreaks.join(block.output, from: start, of: record, in: bytes) }
        return true
    }
}

@_spi(Tools) import AdaptyMigrationTools

/// The one place that calls the product's engine for bytes. It keeps what the product lets it keep from record to
/// record.
final class Engine {
    private let transcoder: Transcoder

    init(_ direction: Transcoder.Direction) { transcoder = Transcoder(direction) }

    func convert(_ range: Range<Int>, of input: RecordBuffer, into output: RecordBuffer) throws {
        _ = try transcoder.convert(range, of: input, into: output)
    }

    func convert(_ records: Records, into output: RecordBuffer) throws {
        for range in records.ranges { try convert(range, of: records.buffer, into: output) }
    }
}

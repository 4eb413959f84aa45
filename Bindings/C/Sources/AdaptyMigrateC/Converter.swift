@_spi(Tools) import AdaptyMigrationTools

/// Converts records with one set of options, in reused memory.
///
/// `@unchecked`: ``Converters`` lends it to only one thread at a time.
final class Converter: @unchecked Sendable {
    let direction: Transcoder.Direction
    let request: ConversionRequest
    private let transcoder: Transcoder
    private var input = RecordBuffer(), output = RecordBuffer()

    /// Memory that an unusually large record needed is released.
    private static let usualSize = 1 << 20

    init(_ direction: Transcoder.Direction, _ request: ConversionRequest) {
        self.direction = direction
        self.request = request
        transcoder = Transcoder(
            direction, options: request.migration, from: request.from, to: request.to,
            residues: request.residueMode.place)
    }

    /// Calls `body` with the document that the record becomes, and the residue beside it. The document's bytes are there
    /// until `body` returns.
    ///
    /// - Parameter residue: the one beside the record; `nil` when it is embedded.
    func convert<R>(
        _ record: UnsafeRawBufferPointer, _ residue: Residue? = nil,
        _ body: (Transcoder.Outcome, UnsafeRawBufferPointer, [UInt8]?) -> R
    ) throws(MigrationError) -> R {
        defer { clear() }
        input.append(record)
        let outcome = try transcoder.convert(0..<record.count, of: input, into: output, residue: residue)
        return output.withUnsafeBytes { body(outcome, $0, transcoder.residue) }
    }

    private func clear() {
        if input.count > Converter.usualSize || output.count > Converter.usualSize {
            (input, output) = (RecordBuffer(), RecordBuffer())
        } else {
            input.removeAll()
            output.removeAll()
        }
    }
}

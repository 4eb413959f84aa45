@_spi(Tools) import AdaptyMigrationTools
import Synchronization

/// Idle converters. Only one thread at a time uses a converter; a thread that finds none creates one.
///
/// So callers need not open or close anything, and may call every function on any thread.
final class Converters: Sendable {
    static let shared = Converters()

    /// The maximum number of idle converters, so that a caller who changes options with every record does not fill the
    /// memory.
    private static let mostIdle = 32

    /// The thread that takes a converter out is its only user, so converters that are not thread-safe can be kept here.
    private let idle = Mutex<[Converter]>([])

    func convert(_ record: UnsafeRawBufferPointer, _ direction: Transcoder.Direction, _ request: ConversionRequest)
        throws(MigrationError) -> Answer
    {
        try ByteOrderMark.passing(record) { (mark, record) throws(MigrationError) in
            let residue = try request.residue.map { json throws(MigrationError) in try Residue(json: json) }
            return try lend(direction, request.withoutResidue) { converter throws(MigrationError) in
                try converter.convert(UnsafeRawBufferPointer(rebasing: record), residue) { outcome, document, residue in
                    Answer(outcome, document: Array(document), residue: residue)
                }
            }.after(mark)
        }
    }

    /// Calls `body` with a converter for a request.
    func lend<R>(
        _ direction: Transcoder.Direction, _ request: ConversionRequest,
        _ body: (Converter) throws(MigrationError) -> R
    ) throws(MigrationError) -> R {
        let converter = take(direction, request) ?? Converter(direction, request)
        defer { giveBack(converter) }
        return try body(converter)
    }

    private func take(_ direction: Transcoder.Direction, _ request: ConversionRequest) -> Converter? {
        idle.withLock { idle in
            idle.lastIndex { $0.direction == direction && $0.request == request }.map { idle.remove(at: $0) }
        }
    }

    private func giveBack(_ converter: Converter) {
        idle.withLock { idle in
            if idle.count == Converters.mostIdle { idle.removeFirst() }
            idle.append(converter)
        }
    }
}

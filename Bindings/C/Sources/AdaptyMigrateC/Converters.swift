import AdaptyMigrationTools
import Synchronization

/// Converters that wait for work. One is used by one thread at a time; a thread that finds none makes one.
///
/// That is why nothing has to be opened or closed by callers, and why every function may be called on any thread.
final class Converters: Sendable {
    static let shared = Converters()

    /// More than these are not kept: a caller who changes options with every record must not fill the memory.
    private static let mostIdle = 32

    /// Whoever takes one out has it alone, so that what is not to be shared between threads may wait here.
    private let idle = Mutex<[Converter]>([])

    func convert(_ record: UnsafeRawBufferPointer, _ direction: Transcoder.Direction, _ request: ConversionRequest)
        throws(MigrationError) -> Answer
    {
        guard request.isPlain else { return try Converters.general(Array(record), direction, request) }
        let converter = take(direction, request) ?? Converter(direction, request)
        defer { giveBack(converter) }
        return try converter.convert(record)
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

    /// Where a residue comes from beside the record, or goes there.
    private static func general(_ record: [UInt8], _ direction: Transcoder.Direction, _ request: ConversionRequest)
        throws(MigrationError) -> Answer
    {
        let migrator = Migrator(request.migration)
        var residue: Residue?
        if let beside = request.beside { residue = try Residue(json: beside) }
        let migration =
            switch direction {
            case .upgrade: try migrator.upgrade(record, from: request.from, to: request.to, residue: residue)
            case .downgrade: try migrator.downgrade(record, from: request.from, to: request.to, residue: residue)
            }
        return Answer(migration, of: record, request.residue)
    }
}

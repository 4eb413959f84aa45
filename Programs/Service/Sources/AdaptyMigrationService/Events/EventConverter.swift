@_spi(Tools) import AdaptyMigrationTools
import Synchronization

/// Converts events to the current dialect. The transcoders are reused, because their tables and buffers cost more than
/// an event.
final class EventConverter: Sendable {
    /// The kind of an event, and its current form.
    struct Result: Sendable {
        let source: Dialect
        /// The current form with its residue; `nil` when the event already has the current form.
        let document: [UInt8]?
    }

    /// Unsafe because a transcoder moves between threads. A request takes it out of the list while it converts, and
    /// nobody else can use it then.
    private struct Tools: @unchecked Sendable {
        let transcoder = Transcoder(.upgrade)
        let input = RecordBuffer(), output = RecordBuffer()
    }

    private let idle = Mutex<[Tools]>([])

    /// - Returns: `nil` for an object that is not an event of a known shape.
    /// - Throws: a problem for a body that cannot be converted at all.
    func convert(_ event: [UInt8]) throws(ProblemDocument) -> Result? {
        let tools = idle.withLock { $0.popLast() } ?? Tools()
        defer { putBack(tools) }
        tools.input.append(event)
        do throws(MigrationError) {
            let outcome = try tools.transcoder.convert(0..<event.count, of: tools.input, into: tools.output)
            guard outcome.kind == .event, let source = outcome.source else { return nil }
            return Result(source: source, document: outcome.isChanged ? tools.output.bytes : nil)
        } catch {
            let problem = ProblemDocument(error)
            guard problem.status == 422 else { throw problem }
            return nil
        }
    }

    private func putBack(_ tools: Tools) {
        tools.input.removeAll()
        tools.output.removeAll()
        idle.withLock { $0.append(tools) }
    }
}

import AdaptyMigrationTools
import Synchronization

/// Brings events to the current dialect, with transcoders that are used again: their tables and buffers cost more than
/// an event.
final class EventConverter: Sendable {
    /// What an event is, and its current form.
    struct Result: Sendable {
        let source: Dialect
        /// With its residue; `nil` where the event is the current form itself.
        let document: [UInt8]?
    }

    /// Unsafe is that a transcoder goes from thread to thread: one request has taken it out of the list while it
    /// converts, and nobody else can reach it then.
    private struct Tools: @unchecked Sendable {
        let transcoder = Transcoder(.upgrade, proves: true)
        let input = RecordBuffer(), output = RecordBuffer()
    }

    private let idle = Mutex<[Tools]>([])

    /// - Returns: `nil` for an object that is no event of a known shape.
    /// - Throws: a problem for what cannot be converted at all.
    func convert(_ event: [UInt8]) throws(ProblemDocument) -> Result? {
        let tools = idle.withLock { $0.popLast() } ?? Tools()
        defer { putBack(tools) }
        tools.input.append(event)
        do throws(MigrationError) {
            let outcome = try tools.transcoder.convert(0..<event.count, of: tools.input, into: tools.output)
            return outcome.kind == .event
                ? Result(source: outcome.source, document: outcome.isChanged ? tools.output.bytes : nil) : nil
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

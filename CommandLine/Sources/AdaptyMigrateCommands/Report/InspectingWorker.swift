/// Looks at every block for the report before another worker works on it.
final class InspectingWorker<Inner: BlockWorker>: BlockWorker {
    private let inner: Inner
    private let inspection: Inspection

    init(_ inner: Inner, _ inspection: Inspection) {
        self.inner = inner
        self.inspection = inspection
    }

    func work(on block: Block<Inner.Note>, flush: () -> Void) throws(CommandFailure) {
        try inspection.look(at: block)
        try inner.work(on: block, flush: flush)
    }
}

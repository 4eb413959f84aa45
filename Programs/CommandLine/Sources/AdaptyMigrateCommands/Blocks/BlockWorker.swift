/// Processes blocks. Every thread has its own worker.
protocol BlockWorker: AnyObject {
    associatedtype Note

    /// Processes the block's input and fills in its output and notes.
    ///
    /// - Parameter flush: takes and clears the output so far, so that it need not be kept.
    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure)
}

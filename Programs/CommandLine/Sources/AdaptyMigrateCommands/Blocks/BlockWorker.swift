/// Works on blocks; every thread has its own.
protocol BlockWorker: AnyObject {
    associatedtype Note

    /// Goes through the block's input and fills in its output and notes.
    ///
    /// - Parameter flush: has what is there so far taken and cleared, so that it need not be held.
    func work(on block: Block<Note>, flush: () -> Void) throws(CommandFailure)
}

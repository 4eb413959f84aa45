@_spi(Tools) import AdaptyMigrationTools

/// Processes an input block by block with several workers, each on a thread of its own, and takes their results in
/// input order.
///
/// There are at most 2 N + 1 blocks for N workers, from reading to taking. That limits the memory, and still nobody
/// waits for a worker that is only a little slower. The first worker is the calling thread. Another one starts only
/// when there is more to read.
///
/// **Threads.** `reading` protects the reader and its counters, and `state` everything below it. A block belongs to the
/// thread that uses it: the reader hands it out, and its worker returns it in ``finish(_:)``.
final class Pipeline<Worker: BlockWorker>: @unchecked Sendable {
    typealias Report = (Record, Result<Worker.Finding, MigrationError>) throws(CommandFailure) -> Void
    typealias Taker = (Block<Worker.Finding>) throws(CommandFailure) -> Void

    private let reader: InputReader
    private let workers: [Worker]
    private let report: Report
    private let taker: Taker
    private var numbering: Numbering

    private let reading = Monitor()
    private var next = 0
    private var isAtEnd = false
    private var threads: [Thread] = []

    private let state = Monitor()
    private var free: [Block<Worker.Finding>] = []
    private var made = 0
    /// Finished blocks that wait for their turn.
    private var waiting: [Block<Worker.Finding>] = []
    /// The number of the next block to take.
    private var turn = 0
    private var isTaking = false
    private var failure: CommandFailure?
    private var isStopped = false

    /// - Parameters:
    ///   - report: called for each record that a worker noted, in order.
    ///   - taker: called for one block at a time, in order, and several times for a block that was flushed.
    init(
        _ reader: InputReader, _ workers: [Worker], report: @escaping Report,
        taker: @escaping Taker = { _ throws(CommandFailure) in }
    ) {
        self.reader = reader
        self.workers = workers
        self.report = report
        self.taker = taker
        numbering = Numbering(source: reader.name)
    }

    /// Processes the whole input.
    func run() throws(CommandFailure) {
        serve(0)
        while let thread = reading.locked({ threads.popLast() }) { thread.join() }
        if let failure { throw failure }
    }

    private func serve(_ number: Int) {
        let worker = workers[number]
        while let block = read() {
            do throws(CommandFailure) {
                try worker.work(on: block) { flush(block) }
            } catch {
                stop(error)
            }
            finish(block)
        }
    }

    // MARK: Reading

    private func read() -> Block<Worker.Finding>? {
        reading.locked {
            guard !isAtEnd, let block = freeBlock() else { return nil }
            do throws(CommandFailure) {
                guard try reader.next(block) else {
                    isAtEnd = true
                    return nil
                }
            } catch {
                // Blocks that were read before are still converted, whatever the number of threads.
                isAtEnd = true
                state.locked { note(error) }
                return nil
            }
            block.number = next
            next += 1
            isAtEnd = reader.isAtEnd
            if !isAtEnd, threads.count + 1 < workers.count { startThread() }
            return block
        }
    }

    private func startThread() {
        let number = threads.count + 1
        if let thread = Thread({ self.serve(number) }) { threads.append(thread) }
    }

    private func freeBlock() -> Block<Worker.Finding>? {
        state.locked {
            while true {
                if isStopped { return nil }
                if let block = free.popLast() { return block }
                if made < 2 * workers.count + 1 {
                    made += 1
                    return Block(capacity: reader.blockSize)
                }
                state.wait()
            }
        }
    }

    // MARK: Taking

    private func stop(_ error: CommandFailure) {
        state.locked { end(with: error) }
    }

    /// Called with `state` locked. A failure of reading gives way to any other, because a run may go on after it.
    private func note(_ error: CommandFailure) {
        if failure.map({ $0.isOfReading && !error.isOfReading }) ?? true { failure = error }
    }

    /// Called with `state` locked.
    private func end(with error: CommandFailure) {
        note(error)
        isStopped = true
        state.notify()
    }

    private func flush(_ block: Block<Worker.Finding>) {
        state.locked {
            while turn != block.number, !isStopped { state.wait() }
            take(block)
        }
        block.clear()
    }

    private func finish(_ block: Block<Worker.Finding>) {
        block.isDone = true
        state.locked {
            waiting.append(block)
            // If another thread is taking blocks, it also takes this one.
            while !isTaking, let index = waiting.firstIndex(where: { $0.number == turn }) {
                let block = waiting.remove(at: index)
                take(block)
                turn += 1
                block.reset(capacity: reader.blockSize)
                free.append(block)
                state.notify()
            }
        }
    }

    /// Called with `state` locked; unlocks it while the taker works.
    private func take(_ block: Block<Worker.Finding>) {
        guard !isStopped else { return }
        isTaking = true
        let error = state.unlocked {
            do throws(CommandFailure) {
                for (record, result) in numbering.take(block) { try report(record, result) }
                try taker(block)
                return CommandFailure?.none
            } catch {
                return error
            }
        }
        isTaking = false
        if let error { end(with: error) }
    }
}

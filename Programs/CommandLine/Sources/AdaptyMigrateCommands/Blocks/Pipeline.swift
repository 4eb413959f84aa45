/// Has workers go through an input block by block, each on a thread of its own, and takes what they made in the input's
/// order.
///
/// There are at most 2 N + 1 blocks for N workers, from being read to being taken: that bounds the memory, and yet
/// nobody waits for a neighbour that is only a little slower. The first worker is the calling thread; another starts
/// only when there is more to read.
///
/// **Threads.** `reading` guards the reader and what is counted there; `state` everything below it. A block belongs to
/// the thread that has it in hand: the reader hands it out, its worker hands it back in ``finish(_:)``.
final class Pipeline<Worker: BlockWorker>: @unchecked Sendable {
    typealias Taker = (Block<Worker.Note>) throws(CommandFailure) -> Void

    private let reader: InputReader
    private let workers: [Worker]
    private let taker: Taker

    private let reading = Monitor()
    private var next = 0
    private var isAtEnd = false
    private var threads: [Thread] = []

    private let state = Monitor()
    private var free: [Block<Worker.Note>] = []
    private var made = 0
    /// Done, and waiting for their turn.
    private var waiting: [Block<Worker.Note>] = []
    /// The number of the block to take.
    private var turn = 0
    private var isTaking = false
    private var failure: CommandFailure?
    private var isStopped = false

    /// - Parameter taker: called for one block at a time, in order, and more than once for a block that was flushed.
    init(_ reader: InputReader, _ workers: [Worker], taker: @escaping Taker) {
        self.reader = reader
        self.workers = workers
        self.taker = taker
    }

    /// Goes through the whole input.
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

    private func read() -> Block<Worker.Note>? {
        reading.locked {
            guard !isAtEnd, let block = freeBlock() else { return nil }
            do throws(CommandFailure) {
                guard try reader.next(block) else {
                    isAtEnd = true
                    return nil
                }
            } catch {
                // What was read before is still converted, whatever the number of threads.
                isAtEnd = true
                state.locked { failure = failure ?? error }
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

    private func freeBlock() -> Block<Worker.Note>? {
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
        state.locked {
            failure = failure ?? error
            isStopped = true
            state.notify()
        }
    }

    private func flush(_ block: Block<Worker.Note>) {
        state.locked {
            while turn != block.number, !isStopped { state.wait() }
            take(block)
        }
        block.clear()
    }

    private func finish(_ block: Block<Worker.Note>) {
        block.isDone = true
        state.locked {
            waiting.append(block)
            // Whoever comes while another takes leaves the block to them.
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

    /// Called with `state` held; gives it up while the taker is at work.
    private func take(_ block: Block<Worker.Note>) {
        guard !isStopped else { return }
        isTaking = true
        let error = state.unlocked {
            do throws(CommandFailure) {
                try taker(block)
                return CommandFailure?.none
            } catch {
                return error
            }
        }
        isTaking = false
        guard let error else { return }
        failure = failure ?? error
        isStopped = true
        state.notify()
    }
}

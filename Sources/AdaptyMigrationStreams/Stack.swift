import AdaptyMigrationAccess
import AdaptyMigrationCore

/// A stack of plain values in memory of its own, which ``deallocate()`` frees. Copying counts no references, and
/// emptying keeps the memory. There is one owner at a time, as for ``ByteStore``.
struct Stack<Element: BitwiseCopyable> {
    private var memory: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 64) {
        self.capacity = capacity
        memory = .allocate(capacity: capacity)
    }

    func deallocate() { memory.deallocate() }

    /// Precondition, as for an array: `0 ≤ position < count`. Debug builds check it.
    @inline(__always)
    subscript(position: Int) -> Element {
        get {
            assert(position >= 0 && position < count)
            return memory[position]
        }
        nonmutating _modify {
            assert(position >= 0 && position < count)
            yield &memory[position]
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (memory + count).initialize(to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func shrink(to earlier: Int) { count = earlier }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
        capacity *= 2
    }
}

/// A stack of plain values in memory of its own.
///
/// **Contract.** There is one owner, which calls ``deallocate()`` once. Positions below `count` are initialised.
struct WorkStack<Element: BitwiseCopyable> {
    private var memory: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 64) {
        self.capacity = capacity
        memory = .allocate(capacity: capacity)
    }

    /// Filled with zeros.
    init(count: Int) where Element: FixedWidthInteger {
        self.init(capacity: count)
        for _ in 0..<count { append(0) }
    }

    func deallocate() { memory.deallocate() }

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

    mutating func shrink(to count: Int) { self.count = count }

    @inline(never)
    private mutating func grow() {
        capacity *= 2
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}

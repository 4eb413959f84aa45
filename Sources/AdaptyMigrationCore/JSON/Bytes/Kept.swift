/// Values in memory that is kept as long as the process.
struct Kept<Value>: @unchecked Sendable {
    let pointer: UnsafePointer<Value>

    init(_ values: [Value]) {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(values.count, 1))
        for (position, value) in values.enumerated() { (memory + position).initialize(to: value) }
        pointer = UnsafePointer(memory)
    }
}

/// Values made at first use, one per number, whatever the thread: a program that runs once makes only what it needs.
package final class LazyTable<Value: Sendable>: Sendable {
    private let values: Locked<[Value?]>

    package init(count: Int) { values = Locked(Array(repeating: nil, count: count)) }

    /// - Parameter make: must not ask the same table.
    package func value(_ number: Int, _ make: @Sendable () -> Value) -> Value {
        values.withLock { values in
            if let value = values[number] { return value }
            let value = make()
            values[number] = value
            return value
        }
    }
}

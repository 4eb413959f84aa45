/// Values that are made on first use, one for each number, from any thread. A program that runs once makes only the
/// values that it needs.
package final class LazyTable<Value: Sendable>: Sendable {
    private let values: Locked<[Value?]>

    package init(count: Int) { values = Locked(Array(repeating: nil, count: count)) }

    /// - Parameter make: must not use the same table.
    package func value(_ number: Int, _ make: @Sendable () -> Value) -> Value {
        values.withLock { values in
            if let value = values[number] { return value }
            let value = make()
            values[number] = value
            return value
        }
    }
}

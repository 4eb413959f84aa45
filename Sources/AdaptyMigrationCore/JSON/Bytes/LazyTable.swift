/// Values that are made on first use, one for each number, from any thread. A program that runs once makes only the
/// values that it needs.
package final class LazyTable<Value: Sendable>: Sendable {
    private let values: Locked<[Value?]>

    package init(count: Int) { values = Locked(Array(repeating: nil, count: count)) }

    /// - Parameter make: may ask for other values of the same table. Two threads may both make a value; one is kept.
    package func value(_ number: Int, _ make: @Sendable () -> Value) -> Value {
        if let value = values.withLock({ $0[number] }) { return value }
        let made = make()
        return values.withLock { values in
            if let value = values[number] { return value }
            values[number] = made
            return made
        }
    }
}

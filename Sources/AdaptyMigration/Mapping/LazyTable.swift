#if canImport(os)
import os
#else
import Synchronization
#endif

/// Values made at first use, one per number, whatever the thread: a program that runs once makes only what it needs.
///
/// `Mutex` needs newer Apple systems than this package does; there `OSAllocatedUnfairLock` stands in.
final class LazyTable<Value: Sendable>: Sendable {
    #if canImport(os)
    private let values: OSAllocatedUnfairLock<[Value?]>
    #else
    private let values: Mutex<[Value?]>
    #endif

    init(count: Int) {
        let empty = [Value?](repeating: nil, count: count)
        #if canImport(os)
        values = OSAllocatedUnfairLock(initialState: empty)
        #else
        values = Mutex(empty)
        #endif
    }

    /// - Parameter make: must not ask the same table.
    func value(_ number: Int, _ make: @Sendable () -> Value) -> Value {
        values.withLock { values in
            if let value = values[number] { return value }
            let value = make()
            values[number] = value
            return value
        }
    }
}

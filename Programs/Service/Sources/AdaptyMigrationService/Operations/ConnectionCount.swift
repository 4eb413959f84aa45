import NIOConcurrencyHelpers

/// The number of connections, and whether the limit is near.
final class ConnectionCount: Sendable {
    private let room: Int
    private let count = NIOLockedValueBox(0)

    /// - Parameter room: the maximum number of connections.
    init(room: Int) { self.room = room }

    /// Whether more than three quarters of the limit are used.
    var isNearLimit: Bool { count.withLockedValue { $0 * 4 > room * 3 } }

    func enter() { count.withLockedValue { $0 += 1 } }

    func leave() { count.withLockedValue { $0 -= 1 } }
}

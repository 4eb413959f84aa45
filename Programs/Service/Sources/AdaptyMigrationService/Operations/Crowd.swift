import NIOConcurrencyHelpers

/// How many connections there are, and whether few more can be taken.
final class Crowd: Sendable {
    private let room: Int
    private let count = NIOLockedValueBox(0)

    /// - Parameter room: the most connections that are taken.
    init(room: Int) { self.room = room }

    /// Whether more than three quarters of the room are taken.
    var isDense: Bool { count.withLockedValue { $0 * 4 > room * 3 } }

    func enter() { count.withLockedValue { $0 += 1 } }

    func leave() { count.withLockedValue { $0 -= 1 } }
}

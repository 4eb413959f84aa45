/// Which way records go.
enum Direction: String, Sendable {
    case upgrade, downgrade
}

public import AdaptyMigration
public import Foundation

extension Timestamp {
    /// The instant; `nil` when the text is no date with a zone. Microseconds survive as far as a `Double` holds them.
    public var date: Date? { microseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000_000) } }
}

import AdaptyMigrationCore

extension Timestamp {
    /// The millisecond that the moment is in, since 1970: access that ends with the next one is still open. `nil` when
    /// the text is not a date with a time zone.
    @_spi(Tools) public var milliseconds: Int64? { microseconds.map { DateText.floorDivide($0, 1000) } }
}

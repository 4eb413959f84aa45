@_spi(Tools) import AdaptyMigrationTools

/// A value of a property list, in every type that a property list has.
indirect enum PropertyListValue: Equatable {
    case data([UInt8]), text(String), flag(Bool), integer(Int), large(UInt64), real(Double), uid(UInt64)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    /// `nil` for a value that is never written.
    init?(_ stored: StoredValue) {
        switch stored {
        case .data(let bytes): self = .data(bytes)
        case .text(let text): self = .text(text)
        case .number(let number): self = .integer(number)
        case .dictionary(let members): self = .dictionary(members.compactMapValues(PropertyListValue.init))
        case .other: return nil
        }
    }

    var stored: StoredValue {
        switch self {
        case .data(let bytes): .data(bytes)
        case .text(let text): .text(text)
        case .integer(let number): .number(number)
        case .dictionary(let members): .dictionary(members.mapValues(\.stored))
        default: .other
        }
    }
}

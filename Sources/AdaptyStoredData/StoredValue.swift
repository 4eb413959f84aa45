import AdaptyMigrationCore

/// A value of a property list or of SharedPreferences, in one of the types that Adapty's SDKs store.
@_spi(Tools) public indirect enum StoredValue: Sendable, Equatable {
    case data([UInt8])
    case text(String)
    case number(Int)
    case dictionary([String: StoredValue])
    /// A value of a type that no SDK stores here. It is never read and never overwritten.
    case other

    package var bytes: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Int? { if case .number(let number) = self { number } else { nil } }
    package var dictionary: [String: StoredValue]? { if case .dictionary(let members) = self { members } else { nil } }
}

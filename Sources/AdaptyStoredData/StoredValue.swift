import AdaptyMigrationCore

/// A value of a property list or of SharedPreferences, as far as Adapty's SDKs store any.
public indirect enum StoredValue: Sendable, Equatable {
    case data([UInt8])
    case text(String)
    case number(Int)
    case dictionary([String: StoredValue])
    /// What no SDK stores here: never read and never written over.
    case other

    package var bytes: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Int? { if case .number(let number) = self { number } else { nil } }
    package var dictionary: [String: StoredValue]? { if case .dictionary(let members) = self { members } else { nil } }
}

/// A way in which documents write a value. ``Codec/forms`` says which columns write which values so.
package enum Form: Hashable, Sendable {
    case any, text, number, integer, object, list
    /// `{"lang": "en", "data": "…"}`, the configuration of a paywall.
    case configuration
    /// `true` and `false`.
    case bool
    /// `1` and `0`, as SDK 1.x read them from an `NSNumber`.
    case digit
    /// `""`, the default of SDK 1.x for no.
    case blank
    /// `"Sandbox"` and `"Production"`.
    case environment
    /// `"eligible"` and other words, all of which mean no.
    case eligibility
    /// Dates as servers write them, `"2022-09-30T15:14:32.000000+0000"`; where any ISO 8601 text will do; and as
    /// JavaScript writes them, `"2022-09-30T15:14:32.000Z"`.
    case serverDate, anyDate, utcDate
    /// Numbers of seconds since 2001-01-01T00:00:00Z.
    case seconds
    /// The words of an enumeration in snake_case and in camelCase, and their positions.
    case word(Enumeration), camelWord(Enumeration), ordinal(Enumeration)
    /// A list of `{key, value}` for an object; and a list of entries with their keys for a dictionary: ``KeyedPair``.
    case pairs, entryPairs
    /// `[]`, as PHP writes an empty object.
    case emptyList
    /// The name of an event: the former one, and the current one.
    case formerName, currentName

    /// The kinds of its values, one bit each.
    var kinds: UInt8 {
        switch self {
        case .any: 0x7F
        case .number, .integer, .digit, .seconds, .ordinal: JSONKind.number.bit
        case .object, .configuration: JSONKind.object.bit
        case .list, .pairs, .entryPairs, .emptyList: JSONKind.array.bit
        case .bool: JSONKind.true.bit | JSONKind.false.bit
        default: JSONKind.string.bit
        }
    }

    /// Whether it takes every value of its kinds, and they stay as they are.
    var isVerbatim: Bool {
        switch self {
        case .any, .text, .number, .object, .list, .pairs, .bool: true
        default: false
        }
    }

    /// Whether it is a date as a server's readers accept it.
    var isServerDate: Bool { self == .serverDate || self == .anyDate }

    /// Whether only SDKs that are gone tolerated it.
    var isRepaired: Bool { self == .blank || self == .emptyList }

    /// What stands where nobody said a value: the least harmful one; `nil` for a form that has none.
    var placeholder: String? {
        switch self {
        case .text: #""""#
        case .number, .integer, .seconds: "0"
        case .bool: "false"
        case .environment: #""Production""#
        case .serverDate, .anyDate, .utcDate: #""1970-01-01T00:00:00.000+0000""#
        case .word(let words), .camelWord(let words): "\"\(words.canonical[words.unknown])\""
        case .ordinal(let words): String(words.unknown)
        case .object: "{}"
        case .list, .pairs: "[]"
        default: nil
        }
    }

    /// Its values in a few words.
    var phrase: String {
        switch self {
        case .any: "any value"
        case .number, .digit, .seconds: "numbers"
        case .integer, .ordinal: "integers"
        case .object, .configuration: "objects"
        case .list, .emptyList, .entryPairs: "arrays"
        case .pairs: "arrays of {key, value}"
        case .bool: "true and false"
        default: "text"
        }
    }
}

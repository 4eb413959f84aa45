/// The words of an enumeration. Their order is that of the integers that SDK 1.x stored.
package enum Enumeration: Hashable, Sendable {
    case periodUnit, paymentMode

    /// The words as current dialects write them.
    var canonical: [String] {
        switch self {
        case .periodUnit: ["day", "week", "month", "year", "unknown"]
        case .paymentMode: ["pay_as_you_go", "pay_up_front", "free_trial", "unknown"]
        }
    }

    /// The same for JavaScript.
    var camelCase: [String] { canonical.map(Names.camelCase) }

    /// Spellings that are read only.
    private var alsoRead: [String: Int] {
        switch self {
        case .periodUnit: ["D": 0, "W": 1, "M": 2, "Y": 3]
        case .paymentMode: ["PayAsYouGo": 0, "PayUpFront": 1, "FreeTrial": 2]
        }
    }

    /// The position of the word that says nothing.
    var unknown: Int { canonical.count - 1 }

    /// Every spelling.
    package var words: [String] { canonical + camelCase + alsoRead.keys }

    /// The position of a word in any of its spellings; `nil` for a word that is none.
    func position(of word: String) -> Int? {
        canonical.firstIndex(of: word) ?? camelCase.firstIndex(of: word) ?? alsoRead[word]
    }
}

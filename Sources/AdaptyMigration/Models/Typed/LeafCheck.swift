/// Tells from a value's bytes alone that ``Codec/recode(_:_:from:to:)`` would leave them as they are; in doubt it says no,
/// and the codec itself is asked.
enum LeafCheck: Sendable, BitwiseCopyable {
    case always, never
    case flag, attributes
    /// Dates of a column that wants `yyyy-MM-ddTHH:mm:ss.SSSZ`.
    case canonicalDate
    case anyDate, numericDate
    case flagEligibility, textEligibility

    init(_ codec: Codec, to: Column) {
        switch codec {
        case .eventName: self = .never
        case _ where to.isEvent: self = .always
        case .text, .number, .integer, .any, .record, .entries, .custom: self = .always
        case .flag: self = .flag
        case .sandbox: self = to == .serverV2 ? .never : .flag
        case .timestamp: self = to.hasNumericDates ? .numericDate : to.readsAnyDate ? .anyDate : .canonicalDate
        case .attributes: self = .attributes
        case .eligibility: self = to.hasFlagEligibility ? .flagEligibility : .textEligibility
        case .periodUnit, .paymentMode: self = .never
        }
    }

    /// - Parameter value: one JSON value without white space around it.
    func isSame(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let lead = value.first else { return false }
        let isText = lead == 0x22, isFlag = lead == 0x74 || lead == 0x66, isContainer = lead == 0x7B || lead == 0x5B
        if lead == 0x6E { return true }
        return switch self {
        case .always: true
        case .never: false
        case .flag: isFlag || isContainer
        case .attributes: lead != 0x5B
        case .canonicalDate: isText ? LeafCheck.isCanonicalDate(value) : isFlag || isContainer
        case .anyDate: isText || isFlag || isContainer
        case .numericDate: !isText
        case .flagEligibility: isFlag
        case .textEligibility: isText && value.count > 2
        }
    }

    /// The form that SDKs write. The check reads no further than the closing quote, so the token needs no margin.
    private static func isCanonicalDate(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = token.baseAddress else { return false }
        return DateForm.isCanonical(ByteView(start: start, count: token.count), 1, token.count - 1)
    }
}

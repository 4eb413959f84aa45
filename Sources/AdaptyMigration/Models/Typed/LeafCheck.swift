/// Tells from a value's bytes alone that ``Codec/recode(_:_:from:to:)`` would leave them as they are; in doubt it says
/// no, and the codec itself is asked.
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

    /// What a value's first byte says already.
    @inline(__always)
    func isSame(_ lead: UInt8) -> Bool {
        self == .always || lead == 0x6E || self == .flag && (lead == 0x74 || lead == 0x66)
    }

    /// - Parameters:
    ///   - value: one JSON value without white space around it.
    ///   - room: how many bytes may be loaded from its start.
    func isSame(_ value: UnsafeBufferPointer<UInt8>, room: Int) -> Bool {
        guard let lead = value.first else { return false }
        if isSame(lead) { return true }
        let isText = lead == 0x22, isFlag = lead == 0x74 || lead == 0x66, isContainer = lead == 0x7B || lead == 0x5B
        return switch self {
        case .always: true
        case .never: false
        case .flag: isFlag || isContainer
        case .attributes: lead != 0x5B
        case .canonicalDate: isText ? LeafCheck.isCanonicalDate(value, room) : isFlag || isContainer
        case .anyDate: isText || isFlag || isContainer
        case .numericDate: !isText
        case .flagEligibility: isFlag
        case .textEligibility: isText && value.count > 2
        }
    }

    private static let flags = (off: Array("false".utf8), on: Array("true".utf8))

    /// The repairs that whole dialects need: 0 and 1 for flags, dates without a fraction. `nil` says nothing.
    func repaired(_ value: UnsafeBufferPointer<UInt8>, room: Int) -> [UInt8]? {
        if self == .flag, value.count == 1 {
            return value[0] == 0x30 ? LeafCheck.flags.off : value[0] == 0x31 ? LeafCheck.flags.on : nil
        }
        guard self == .canonicalDate, value.first == 0x22,
            LeafCheck.withDate(value, room, { DateForm.lacksFraction($0, 1, value.count - 1) })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.count + 4)
        bytes += value[..<20]
        bytes += [0x2E, 0x30, 0x30, 0x30]
        bytes += value[20...]
        return bytes
    }

    /// The form that SDKs write.
    private static func isCanonicalDate(_ token: UnsafeBufferPointer<UInt8>, _ room: Int) -> Bool {
        withDate(token, room) { DateForm.isCanonical($0, 1, token.count - 1) }
    }

    /// What ``DateForm`` may load of a token; every date that it knows is shorter.
    private static let dateRoom = 40

    /// Hands the token to the body, from a copy if there is less room behind it; false for what is no date.
    @inline(__always)
    private static func withDate(_ token: UnsafeBufferPointer<UInt8>, _ room: Int, _ body: (ByteView) -> Bool) -> Bool {
        guard let start = token.baseAddress, token.count <= dateRoom else { return false }
        if room >= dateRoom { return body(ByteView(start: start, count: token.count)) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: dateRoom) { copy in
            copy.initialize(repeating: 0)
            _ = copy.update(fromContentsOf: token)
            return copy.baseAddress.map { body(ByteView(start: $0, count: token.count)) } ?? false
        }
    }
}

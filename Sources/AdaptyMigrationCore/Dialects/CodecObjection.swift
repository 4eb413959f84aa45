/// What is wrong with a value in a column; put into words only where somebody reads them.
package enum CodecObjection {
    case environment, flag, textDate, numericDate, attributeList, attributeObject, array, object, flagEligibility,
        textEligibility, numericEligibility, textEnumeration, numericEnumeration
    case number
    /// Of the event name.
    case olderSpelling

    func words(_ column: Column, value: @autoclosure () -> String?) -> String {
        let dialect = column.dialect.rawValue
        switch self {
        case .environment: return "environment is text in server-v2"
        case .flag: return "\(dialect) has true and false for flags"
        case .textDate: return "\(dialect) has text for dates"
        case .numericDate: return "sdk1-stored has numbers for dates"
        case .attributeList: return "server-v2 has an array of {key, value} for attributes"
        case .attributeObject: return "\(dialect) has an object for attributes"
        case .array: return "\(dialect) has an array here"
        case .object: return "\(dialect) has an object here"
        case .flagEligibility: return "\(dialect) has a flag for eligibility"
        case .textEligibility: return "sdk2-bridge has text for eligibility"
        case .numericEligibility: return "\(dialect) has no number for eligibility"
        case .textEnumeration: return "\(dialect) has text for enumerations"
        case .numericEnumeration: return "sdk1-stored has integers for enumerations"
        case .number: return "a number belongs here"
        case .olderSpelling:
            let name = EventName(rawValue: value() ?? "")
            return "\(name.rawValue) is an older spelling of \(name.canonical.rawValue)"
        }
    }
}

extension Codec {
    /// Why a value of this form cannot be this column's; `nil` when it can.
    package func objection(_ index: JSONIndex, _ node: Int, in column: Column) -> CodecObjection? {
        let kind = index.kind(node)
        if kind == .null { return nil }
        switch self {
        case .flag, .sandbox:
            if self == .sandbox, column == .serverV2 { return kind == .string ? nil : .environment }
            if kind == .true || kind == .false || column == .sdk1Wire || column == .sdk1Bridge
                || column == .sdk1BridgeSnake || column.isEvent
            {
                return nil
            }
            return kind == .number || kind == .string ? .flag : nil
        case .timestamp:
            if kind == .number, !column.hasNumericDates, !column.isEvent { return .textDate }
            return kind == .string && column.hasNumericDates ? .numericDate : nil
        case .attributes:
            let isArray = kind == .array, isEmpty = isArray && index.elements(node).isEmpty
            if column == .serverV2 { return isArray ? nil : .attributeList }
            if isArray, isEmpty, column == .sdk1Wire || column == .serverV1 { return nil }
            return isArray ? .attributeObject : nil
        case .entries:
            let wantsArray: Bool =
                switch container(in: column) {
                case .list, .keyed, .keyedLists, .ids: true
                default: false
                }
            return (kind == .array) == wantsArray ? nil : wantsArray ? .array : .object
        case .eligibility:
            if kind == .string, index.range(node).count > 2 {
                return column.hasFlagEligibility ? .flagEligibility : nil
            }
            if column == .sdk2Bridge { return .textEligibility }
            return kind == .number && column != .sdk1Wire && column != .sdk1BridgeSnake ? .numericEligibility : nil
        case .periodUnit, .paymentMode:
            if kind == .number {
                return column == .sdk1Stored || column == .sdk1Bridge || column == .sdk1BridgeSnake
                    ? nil : .textEnumeration
            }
            return column.hasNumericEnums ? .numericEnumeration : nil
        case .eventName:
            guard column == .webhook, let name = index.text(node).map(EventName.init(rawValue:)),
                name.canonical.rawValue != name.rawValue
            else { return nil }
            return .olderSpelling
        case .number:
            return kind == .object && !column.isEvent ? .number : nil
        default: return nil
        }
    }
}

/// The problem with a value in a column. The sentence is made only when somebody reads it.
package enum CodecObjection {
    case environment, flag, textDate, numericDate, attributeList, attributeObject, array, object, flagEligibility,
        textEligibility, numericEligibility, textEnumeration, numericEnumeration
    case number
    /// An objection to the event name.
    case olderSpelling

    func words(_ column: Column, value: @autoclosure () -> String?) -> String {
        let dialect = column.dialect.rawValue
        switch self {
        case .environment: return "server-v2 writes environment as text"
        case .flag: return "\(dialect) writes flags as true and false"
        case .textDate: return "\(dialect) writes dates as text"
        case .numericDate: return "sdk1-stored writes dates as numbers"
        case .attributeList: return "server-v2 writes attributes as an array of {key, value}"
        case .attributeObject: return "\(dialect) writes attributes as an object"
        case .array: return "\(dialect) has an array here"
        case .object: return "\(dialect) has an object here"
        case .flagEligibility: return "\(dialect) writes eligibility as a flag"
        case .textEligibility: return "sdk2-bridge writes eligibility as text"
        case .numericEligibility: return "\(dialect) does not write eligibility as a number"
        case .textEnumeration: return "\(dialect) writes enumerations as text"
        case .numericEnumeration: return "sdk1-stored writes enumerations as integers"
        case .number: return "a number is expected here"
        case .olderSpelling:
            let name = EventName(rawValue: value() ?? "")
            return "\(name.rawValue) is an older spelling of \(name.canonical.rawValue)"
        }
    }
}

extension Codec {
    /// The reason why a value of this form cannot belong to the column; `nil` when it can.
    package func objection(_ index: JSONIndex, _ node: Int, in column: Column) -> CodecObjection? {
        let kind = index.kind(node)
        if kind == .null { return nil }
        switch self {
        case .flag, .sandbox:
            if self == .sandbox, column.has(.environments) { return kind == .string ? nil : .environment }
            if kind == .true || kind == .false || column.has(.numericFlags) { return nil }
            return kind == .number || kind == .string ? .flag : nil
        case .timestamp:
            if kind == .number, !column.has(.numericDates), !column.isEvent { return .textDate }
            return kind == .string && column.has(.numericDates) ? .numericDate : nil
        case .attributes:
            let isArray = kind == .array, isEmpty = isArray && index.elements(node).isEmpty
            if column.has(.attributePairs) { return isArray ? nil : .attributeList }
            if isArray, isEmpty, column.has(.attributesOfPHP) { return nil }
            return isArray ? .attributeObject : nil
        case .entries:
            let wantsArray = !isDictionary(in: column)
            // PHP writes an empty object so, and builders of apps write a map as pairs.
            if kind == .array, KeyedPair.all(index, node) != nil { return nil }
            if self == .entries(.discount, .list), column.has(.formerDiscounts) { return nil }
            return (kind == .array) == wantsArray ? nil : wantsArray ? .array : .object
        case .eligibility:
            if kind == .string, index.range(node).count > 2 {
                return column.has(.flagEligibility) ? .flagEligibility : nil
            }
            if column.has(.wordEligibility) { return .textEligibility }
            return kind == .number && !column.has(.numericEligibility) ? .numericEligibility : nil
        case .periodUnit, .paymentMode:
            if kind == .number {
                return column.has(.readsNumericEnums) ? nil : .textEnumeration
            }
            return column.has(.numericEnums) ? .numericEnumeration : nil
        case .eventName:
            guard column.has(.currentEventNames), let name = index.text(node).map(EventName.init(rawValue:)),
                name.canonical.rawValue != name.rawValue
            else { return nil }
            return .olderSpelling
        case .number:
            return kind == .object && !column.isEvent ? .number : nil
        default: return nil
        }
    }
}

extension Codec: CustomStringConvertible {
    /// The kind of value, in a word or two.
    package var description: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .integer: "integer"
        case .flag: "flag"
        case .timestamp: "date"
        case .any: "any value"
        case .object: "object"
        case .attributes: "attributes"
        case .eligibility: "eligibility"
        case .periodUnit: "period unit"
        case .paymentMode: "payment mode"
        case .eventName: "event name"
        case .sandbox: "flag"
        case .record(let table): table.title.lowercased()
        case .entries(let table, _): table.title.lowercased() + " entries"
        case .custom(let composite): composite.rawValue
        }
    }

    /// What `--fill-required` writes: the neutral value of the type, so that the target's decoder accepts the record.
    package func placeholder(in column: Column) -> [UInt8]? {
        switch self {
        case .text: Array("\"\"".utf8)
        case .number, .integer: Array("0".utf8)
        case .flag: Array("false".utf8)
        case .sandbox: Array((column.has(.environments) ? "\"Production\"" : "false").utf8)
        case .timestamp: Array((column.has(.numericDates) ? "0" : "\"1970-01-01T00:00:00.000+0000\"").utf8)
        case .attributes: Array("{}".utf8)
        case .periodUnit: Array((column.has(.numericEnums) ? "4" : "\"unknown\"").utf8)
        case .entries(_, .list), .entries(_, .products): Array("[]".utf8)
        default: nil
        }
    }
}

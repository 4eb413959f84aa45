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

    /// The same of several, as the object of a sentence.
    var plural: String {
        switch self {
        case .sandbox: "environments"
        case .attributes, .eligibility: description
        case .record, .entries, .custom: "these"
        case .any: "values"
        default: description + "s"
        }
    }

    /// What `--fill-required` writes: the neutral value of the type, so that the target's decoder accepts the record.
    package func placeholder(in column: Column) -> [UInt8]? {
        switch self {
        case .eligibility, .paymentMode, .object, .record, .custom: nil
        case .entries where isOfPurchases: nil
        default: form(in: column).placeholder.map { Array($0.utf8) }
        }
    }
}

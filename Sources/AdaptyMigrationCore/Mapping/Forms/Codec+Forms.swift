extension Codec {
    /// A form, and the columns that have values in it.
    typealias FormRow = (form: Form, columns: ColumnSet)

    /// The forms of the values: what is known about how columns write them. A column writes the first one that it has.
    /// A value in a form that others have, and the column of its document has not, speaks against that column. It is read
    /// all the same.
    var forms: [FormRow] {
        switch self {
        case .any: [(.any, .all)]
        case .text: [(.text, .all)]
        case .number: [(.number, .all), (.object, .events)]
        case .integer: [(.integer, .all)]
        case .flag: [(.bool, .all), (.digit, .numericFlags), (.blank, .numericFlags)]
        case .sandbox:
            [
                (.environment, .serverV2), (.bool, .all(but: .serverV2)), (.digit, .numericFlags),
                (.blank, .numericFlags),
            ]
        case .timestamp:
            [
                (.anyDate, [.serverV1, .serverV2, .sdk1Bridges]), (.utcDate, .sdk3Bridges),
                (.serverDate, .all(but: [.serverV1, .serverV2, .sdk1Bridges, .sdk3Bridges, .sdk1Stored])),
                (.seconds, [.sdk1Stored, .events]),
            ]
        case .eligibility:
            [
                (.eligibility, .all(but: [.sdk1, .serverV1])), (.bool, .all(but: .sdk2Bridge)),
                (.digit, [.sdk1Wire, .sdk1BridgeSnake]), (.blank, .all(but: .sdk2Bridge)),
            ]
        case .periodUnit: Codec.enumeration(.periodUnit)
        case .paymentMode: Codec.enumeration(.paymentMode)
        case .eventName: [(.currentName, .webhook), (.formerName, .all(but: .webhook))]
        case .attributes:
            [(.object, .all(but: .serverV2)), (.emptyList, [.sdk1Wire, .serverV1]), (.pairs, .serverV2)]
        case .object: [(.object, .all), (.emptyList, .all)]
        // Some spellings have a list of which the field is the first, or one of the list.
        case .record(.discount), .custom(.offer): [(.object, .all), (.list, .all)]
        case .record: [(.object, .all)]
        case .custom(.remoteConfig):
            [(.configuration, .configurationObjects), (.object, .all(but: .configurationObjects)), (.text, .all)]
        case .entries(.discount, .list): [(.list, .all), (.object, .formerDiscounts)]
        case .entries(_, .list), .entries(_, .products): [(.list, .all), (.object, [])]
        case .entries: [(.object, .all(but: .keyedLists)), (.list, .keyedLists), (.entryPairs, .all(but: .keyedLists))]
        }
    }

    private static func enumeration(_ words: Enumeration) -> [FormRow] {
        [
            (.camelWord(words), .sdk2Bridge), (.word(words), .all(but: [.sdk1Stored, .sdk2Bridge])),
            (.ordinal(words), [.sdk1Stored, .sdk1Bridges]),
        ]
    }

    /// The form in which a column writes the values.
    package func form(in column: Column) -> Form { forms.first { column.has($0.columns) }?.form ?? .any }
}

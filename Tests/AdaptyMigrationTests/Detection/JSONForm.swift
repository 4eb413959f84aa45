@testable import AdaptyMigrationCore

/// The form in which a dialect writes a value, and those in which it reads one. Stated here once more and not asked of
/// the recogniser, which is judged by it.
enum JSONForm: String, Sendable {
    case text, number, flag, object, array

    var example: String {
        switch self {
        case .text: "\"2022-09-30T15:14:32.000000+0000\""
        case .number: "1"
        case .flag: "true"
        case .object: "{}"
        case .array: "[{\"key\":\"a\",\"value\":1}]"
        }
    }

    static func read(_ row: Row, _ spelling: Spelling, in column: Column) -> Set<JSONForm> {
        let written = of(row, spelling, in: column)
        return switch row.codec {
        // SDK 2.0–2.4.2 wrote it as SDK 1.x did.
        case .eligibility where column == .sdk2 || column == .sdk3: [written, .flag]
        case .periodUnit, .paymentMode:
            column == .sdk1Bridge || column == .sdk1BridgeSnake ? [written, .number] : [written]
        default: [written]
        }
    }

    static func of(_ row: Row, _ spelling: Spelling, in column: Column) -> JSONForm {
        switch row.codec {
        case .text, .eventName, .any: .text
        case .number, .integer: .number
        case .flag: .flag
        case .sandbox: column == .serverV2 ? .text : .flag
        case .timestamp: column == .sdk1Stored ? .number : .text
        case .attributes: column == .serverV2 ? .array : .object
        case .eligibility:
            [.sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk1BridgeSnake, .serverV1].contains(column) ? .flag : .text
        case .periodUnit, .paymentMode: column == .sdk1Stored ? .number : .text
        case .record, .object: .object
        case .entries:
            column == .serverV2
                ? .array : row.codec.container(in: column) == .list || row.id == "products" ? .array : .object
        case .custom(.offer): .object
        case .custom(.remoteConfig):
            spelling.text == "remote_config" || spelling.text == "remoteConfig" || spelling.text == "customPayload"
                ? .object : .text
        }
    }
}

/// One column of the mapping table: one spelling of every field. Each dialect has one column, except `sdk1-bridge` and
/// `sdk3-bridge`, which have two.
package enum Column: Int, CaseIterable, Sendable {
    case sdk1Wire, sdk1Stored, sdk1Bridge, sdk1BridgeSnake, serverV1, serverV2, sdk2, sdk2Bridge, sdk3, sdk3Bridge,
        sdk3BridgeFlat, webhookLegacy, webhook

    /// The number of columns.
    package static let count = allCases.count

    package static let objects = allCases.filter { !$0.isEvent }
    package static let sdk1 = allCases.filter(\.isSDK1)
    package static let events = allCases.filter(\.isEvent)

    package var dialect: Dialect {
        switch self {
        case .sdk1Wire: .sdk1Wire
        case .sdk1Stored: .sdk1Stored
        case .sdk1Bridge, .sdk1BridgeSnake: .sdk1Bridge
        case .serverV1: .serverV1
        case .serverV2: .serverV2
        case .sdk2: .sdk2
        case .sdk2Bridge: .sdk2Bridge
        case .sdk3: .sdk3
        case .sdk3Bridge, .sdk3BridgeFlat: .sdk3Bridge
        case .webhookLegacy: .webhookLegacy
        case .webhook: .webhook
        }
    }

    /// The id in residues and documents: the id of the dialect, or of the dialect and the variant.
    package var id: String {
        switch self {
        case .sdk1BridgeSnake: "sdk1-bridge+snake"
        case .sdk3BridgeFlat: "sdk3-bridge+flat"
        default: dialect.rawValue
        }
    }

    init?(id: String) {
        guard let column = Column.allCases.first(where: { $0.id == id }) else { return nil }
        self = column
    }

    package var isCamelCase: Bool {
        self == .sdk1Stored || self == .sdk1Bridge || self == .sdk2Bridge || dialect == .sdk3Bridge
    }

    package var isEvent: Bool { self == .webhook || self == .webhookLegacy }

    /// Whether an upgrade converts it to its hub. Two such columns that read the same rows give the same document. A
    /// newer column stays as it is.
    package var isRaised: Bool { dialect.age <= dialect.hub.age || dialect == .sdk3Bridge }

    /// Whether the column is of SDK 1.x, on any platform.
    package var isSDK1: Bool {
        self == .sdk1Wire || self == .sdk1Stored || self == .sdk1Bridge || self == .sdk1BridgeSnake
    }

    /// The oldest version of Adapty's SDK that reads any record in the column; `nil` for the dialects of servers.
    var oldestReader: SDKVersion? {
        switch self {
        case .sdk1Wire, .sdk1Stored, .sdk1Bridge, .sdk1BridgeSnake: SDKVersion(1, 0)
        case .sdk2, .sdk2Bridge: .oldestReader
        case .sdk3, .sdk3Bridge, .sdk3BridgeFlat: SDKVersion(2, 9)
        case .serverV1, .serverV2, .webhookLegacy, .webhook: nil
        }
    }
}

/// A set of columns in one machine word. Rows name their dialects by these sets.
package struct ColumnSet: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package init(_ columns: [Column]) {
        self.init()
        for column in columns { insert(column) }
    }

    private init(of column: Column) { self.init(rawValue: 1 << UInt16(column.rawValue)) }

    package func contains(_ column: Column) -> Bool { rawValue & 1 << UInt16(column.rawValue) != 0 }
    package mutating func insert(_ column: Column) {
        self = ColumnSet(rawValue: rawValue | 1 << UInt16(column.rawValue))
    }

    package var count: Int { rawValue.nonzeroBitCount }
    package var columns: [Column] { Column.allCases.filter(contains) }

    static var sdk1Wire: ColumnSet { ColumnSet(of: .sdk1Wire) }
    static var sdk1Stored: ColumnSet { ColumnSet(of: .sdk1Stored) }
    static var sdk1Bridge: ColumnSet { ColumnSet(of: .sdk1Bridge) }
    static var sdk1BridgeSnake: ColumnSet { ColumnSet(of: .sdk1BridgeSnake) }
    static var serverV1: ColumnSet { ColumnSet(of: .serverV1) }
    static var serverV2: ColumnSet { ColumnSet(of: .serverV2) }
    package static var sdk2: ColumnSet { ColumnSet(of: .sdk2) }
    static var sdk2Bridge: ColumnSet { ColumnSet(of: .sdk2Bridge) }
    package static var sdk3: ColumnSet { ColumnSet(of: .sdk3) }

    static var webhook: ColumnSet { ColumnSet(of: .webhook) }
    static var webhookLegacy: ColumnSet { ColumnSet(of: .webhookLegacy) }
    static var sdk3Bridge: ColumnSet { ColumnSet(of: .sdk3Bridge) }
    static var sdk3BridgeFlat: ColumnSet { ColumnSet(of: .sdk3BridgeFlat) }
    /// SDK 2.6–3.17 in JavaScript: with `placement`, and before SDK 3.8 without.
    static var sdk3Bridges: ColumnSet { [.sdk3Bridge, .sdk3BridgeFlat] }

    /// Flutter, React Native and Android in camelCase, Unity in snake_case.
    static var sdk1Bridges: ColumnSet { [.sdk1Bridge, .sdk1BridgeSnake] }
    /// SDK 1.x on any platform: from the server, on disk or over a bridge.
    static var sdk1: ColumnSet { [.sdk1Wire, .sdk1Stored, .sdk1Bridges] }
    /// SDK 2.x, including its objects for JavaScript.
    static var sdk2s: ColumnSet { [.sdk2, .sdk2Bridge] }
    /// SDK 2.x and 3.x. They refuse a whole record if one required field is missing.
    static var current: ColumnSet { [.sdk2s, .sdk3, .sdk3Bridges] }
    /// Those that keep fields that none of their decoders reads; and of these the SDK's, which alone have paywalls.
    static var passing: ColumnSet { [.passingSDKs, .serverV1] }
    static var passingSDKs: ColumnSet { [.sdk1, .sdk2s, .sdk3] }
    /// Forms that only apps have and no server sends: SDK 1.x on disk, and the objects of all bridges.
    static var held: ColumnSet { [.sdk1Stored, .sdk1Bridges, .sdk2Bridge, .sdk3Bridges] }
    static var all: ColumnSet { ColumnSet(rawValue: 1 << UInt16(Column.count) - 1) }
    static func all(but columns: ColumnSet) -> ColumnSet { all.subtracting(columns) }
    static var events: ColumnSet { [.webhook, .webhookLegacy] }
    /// All columns except those of events.
    static var objects: ColumnSet { all(but: events) }
    static let raised = ColumnSet(Column.allCases.filter(\.isRaised))
}

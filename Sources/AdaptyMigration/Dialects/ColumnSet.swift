/// A set of columns in one word. Rows name their dialects by these sets.
struct ColumnSet: OptionSet, Sendable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ columns: [Column]) {
        self.init()
        for column in columns { insert(column) }
    }

    private init(of column: Column) { self.init(rawValue: 1 << UInt16(column.rawValue)) }

    func contains(_ column: Column) -> Bool { rawValue & 1 << UInt16(column.rawValue) != 0 }
    mutating func insert(_ column: Column) { self = ColumnSet(rawValue: rawValue | 1 << UInt16(column.rawValue)) }

    var count: Int { rawValue.nonzeroBitCount }
    var columns: [Column] { Column.allCases.filter(contains) }

    static let sdk1Wire = ColumnSet(of: .sdk1Wire)
    static let sdk1Stored = ColumnSet(of: .sdk1Stored)
    static let sdk1Bridge = ColumnSet(of: .sdk1Bridge)
    static let sdk1BridgeSnake = ColumnSet(of: .sdk1BridgeSnake)
    static let serverV1 = ColumnSet(of: .serverV1)
    static let serverV2 = ColumnSet(of: .serverV2)
    static let sdk2 = ColumnSet(of: .sdk2)
    static let sdk2Bridge = ColumnSet(of: .sdk2Bridge)
    static let sdk3 = ColumnSet(of: .sdk3)

    /// Flutter, React Native and Android in camelCase, Unity in snake_case.
    static let sdk1Bridges: ColumnSet = [.sdk1Bridge, .sdk1BridgeSnake]
    /// SDK 1.x of any platform, from the server, on the disk or over a bridge.
    static let sdk1: ColumnSet = [.sdk1Wire, .sdk1Stored, .sdk1Bridges]
    /// SDK 2.x, its objects for JavaScript included.
    static let sdk2s: ColumnSet = [.sdk2, .sdk2Bridge]
    /// SDK 2.x and 3.x: they refuse a whole record for one required field that it lacks.
    static let current: ColumnSet = [.sdk2s, .sdk3]
    /// What the app holds and no server sends: SDK 1.x on the disk, and the objects of all bridges.
    static let held: ColumnSet = [.sdk1Stored, .sdk1Bridges, .sdk2Bridge]
    /// Everything that is no event.
    static let objects = ColumnSet(Column.objects)
    static let events = ColumnSet(Column.events)
}

@_spi(Tools) import AdaptyMigrationTools
public import AdaptyMigrationFiles

/// One pass over a CSV export of events. Its rows are upgraded and proven, or downgraded.
public final class ExportPass {
    public enum Direction: Sendable {
        case upgrade, downgrade
    }

    public enum Piece: Sendable {
        /// The header, line ends and white space to write.
        case between([UInt8])
        /// A row with the bytes to write and its event's name before and after, or the reason why it cannot be
        /// converted.
        case row([UInt8], RecordPosition, Result<Row, MigrationError>)
    }

    /// A row that was converted.
    public struct Row: Sendable {
        public let bytes: [UInt8]
        public let oldName: String
        public let newName: String

        /// The dialects of the event before and after, which follow from its name.
        public var source: Dialect { EventName(rawValue: oldName).dialect }
        public var target: Dialect { EventName(rawValue: newName).dialect }
    }

    private let direction: Direction
    private let converter: ExportConverter
    private let splitter: RowSplitter
    private var export: EventExport?
    private var converted: EventExport?
    private var isDone = false

    /// Before an upgrade, reads the export once, because it gets a column for old names only if there is one to keep.
    ///
    /// - Parameter keepsNames: whether it may get that column.
    public init(_ path: String, _ direction: Direction, keepsNames: Bool = true) throws(StoreFailure) {
        self.direction = direction
        let getsColumn = if direction == .upgrade, keepsNames { try ExportPass.changes(path) } else { false }
        converter = ExportConverter(embedsResidue: getsColumn)
        splitter = RowSplitter(try FileReader(path))
    }

    /// Whether an upgrade changes a row. An error in the export is reported when the pass reaches it.
    private static func changes(_ path: String) throws(StoreFailure) -> Bool {
        let converter = ExportConverter(embedsResidue: false), splitter = RowSplitter(try FileReader(path))
        do throws(ExportError) {
            while let piece = try splitter.next() {
                switch piece {
                case .between: break
                case .header(let header):
                    _ = try ExportError.rejecting { () throws(MigrationError) in try converter.upgradeHeader(header) }
                case .record(let record, _):
                    if (try? converter.upgrade(record)) != nil { return true }
                }
            }
        } catch {
            if case .failure(let failure) = error { throw failure }
        }
        return false
    }

    /// The next piece; `nil` at the end. A file that is not an export is returned as one row that cannot be converted.
    public func next() throws(StoreFailure) -> Piece? {
        if isDone { return nil }
        do throws(ExportError) {
            switch try splitter.next() {
            case nil: return nil
            case .between(let bytes): return .between(bytes)
            case .header(let header):
                return .between(try ExportError.rejecting { () throws(MigrationError) in try begin(header) })
            case .record(let record, let position):
                return .row(record, position, Result { () throws(MigrationError) in try convert(record) })
            }
        } catch {
            switch error {
            case .failure(let failure): throw failure
            case .rejected(let reason):
                isDone = true
                return .row([], .first, .failure(reason))
            }
        }
    }

    private func begin(_ header: [UInt8]) throws(MigrationError) -> [UInt8] {
        let new = try direction == .upgrade ? converter.upgradeHeader(header) : converter.takeBackHeader(header)
        export = try EventExport(header: header)
        converted = try EventExport(header: new)
        return new
    }

    private func convert(_ record: [UInt8]) throws(MigrationError) -> Row {
        let bytes =
            try direction == .upgrade
            ? converter.upgrade(record) ?? converter.unchanged(record) : converter.takeBack(record) ?? record
        return Row(
            bytes: bytes, oldName: try export?.eventName(record) ?? "", newName: try converted?.eventName(bytes) ?? "")
    }
}

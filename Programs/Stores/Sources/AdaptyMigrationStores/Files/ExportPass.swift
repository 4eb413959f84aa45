import AdaptyMigrationTools
public import AdaptyMigrationFiles

/// One pass over a CSV export of events outside a store. Its rows are upgraded and proven as by `store apply`, or
/// downgraded.
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
    private let cutter: RecordCutter
    private var export: EventExport?
    private var converted: EventExport?
    private var isDone = false

    /// Before an upgrade, reads the export once, because it gets a column for old names only if there is one to keep.
    ///
    /// - Parameter keepsNames: whether it may get that column.
    public init(_ path: String, _ direction: Direction, keepsNames: Bool = true) throws(StoreFailure) {
        self.direction = direction
        var options = RunOptions()
        options.embedsResidue = keepsNames
        let survey = FileUpgrade(options: options, documents: DocumentConverter(options))
        do throws(FileTrouble) {
            converter =
                direction == .downgrade
                ? ExportConverter(embedsResidue: true) : try survey.exportConverter(path, .export)
        } catch {
            // The error is reported when the pass reaches it.
            guard case .rejected = error else { throw error.failure }
            converter = ExportConverter(embedsResidue: false)
        }
        cutter = RecordCutter(try FileReader(path, .export, digests: false), .export)
    }

    /// The next piece; `nil` at the end. A file that is not an export is returned as one row that cannot be converted.
    public func next() throws(StoreFailure) -> Piece? {
        if isDone { return nil }
        do throws(FileTrouble) {
            switch try cutter.next() {
            case nil: return nil
            case .between(let bytes): return .between(bytes)
            case .header(let header):
                return .between(try FileTrouble.rejecting { () throws(MigrationError) in try begin(header) })
            case .record(let record, let position):
                return .row(record, position, Result { () throws(MigrationError) in try convert(record) })
            }
        } catch {
            guard case .rejected(let reason) = error else { throw error.failure }
            isDone = true
            return .row([], RecordPosition(offset: 0, line: 1, column: 1, element: nil), .failure(reason))
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

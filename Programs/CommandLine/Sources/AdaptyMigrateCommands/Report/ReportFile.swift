@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// Reports in files.
enum ReportFile {
    private static let beginning = Array("{\"adapty_migration_report\":".utf8)

    /// The report in a file; `nil` when the file is not a report.
    static func read(_ path: String) throws(CommandFailure) -> MigrationReport? {
        guard path != "-", FileStatus.of(path)?.isRegular == true else { return nil }
        var bytes = RecordBuffer()
        let reader = BlockReader(try ByteSource(path: path))
        guard try reader.readMore(), reader.held.bytes.starts(with: beginning) else { return nil }
        let count = try reader.rest(&bytes)
        do throws(MigrationError) {
            return try MigrationReport(json: Array(bytes.bytes.prefix(count)))
        } catch {
            throw CommandFailure(.noInput, "\(path): \(error)")
        }
    }

    static func write(_ report: MigrationReport, to path: String) throws(CommandFailure) {
        let output = try Output(path: path)
        try output.write((ReportFormat.named(path) ?? .json).text(report))
        try output.commit()
    }
}

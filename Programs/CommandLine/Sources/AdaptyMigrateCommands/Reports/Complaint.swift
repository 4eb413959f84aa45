import AdaptyMigrationTools
import AdaptyMigrationFiles

/// A record's error in the words of standard error: file, line, column, code, reason, byte, path, remedy.
enum Complaint {
    static func text(_ error: MigrationError, _ source: String, _ position: RecordPosition) -> String {
        let place = position.place(error.place), path = position.path(error.path)
        let head =
            Terminal.paint(Terminal.printable("\(source):\(place.line):\(place.column):"), .bold) + " "
            + Terminal.paint("\(error.code.rawValue):", .red)
        return head
            + Terminal.printable(
                " \(error.message) (byte \(place.offset)\(path.isEmpty ? "" : ", at \(path)")); \(error.onCommandLine.remedy)"
            )
    }

    /// Tells an error on standard error; on a terminal its place is quoted below, which a log that others read does
    /// without.
    static func tell(_ error: MigrationError, _ source: String, _ position: RecordPosition, in record: [UInt8]) {
        Terminal.paragraph(text(error, source, position))
        guard Terminal.isInteractive, let place = error.place else { return }
        for line in Excerpt.lines(record, at: place.offset, columns: Terminal.columns) {
            Terminal.line(Terminal.paint(line, .dim))
        }
    }
}

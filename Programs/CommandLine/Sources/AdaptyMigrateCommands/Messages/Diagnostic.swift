@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationFiles

/// The error of a record for standard error: file, line, column, code, reason, byte, path, remedy.
enum Diagnostic {
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

    /// Writes an error to standard error. On a terminal its place is quoted below; logs do not contain the quote,
    /// because others may read them.
    static func tell(_ error: MigrationError, _ source: String, _ position: RecordPosition, in record: [UInt8]) {
        Terminal.paragraph(text(error, source, position))
        guard Terminal.isInteractive, let place = error.place else { return }
        for line in Excerpt.lines(record, at: place.offset, columns: Terminal.columns) {
            Terminal.line(Terminal.paint(line, .dim))
        }
    }
}

@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

/// An instant on the command line: ISO 8601 with a time zone, or only a date (midnight UTC).
struct Instant: ExpressibleByArgument {
    /// Microseconds since 1970.
    let microseconds: Int64
    /// The text on the command line.
    let text: String

    /// The beginning of the day (UTC) that contains an instant.
    init(dayOf microseconds: Int64) {
        let day: Int64 = 86_400_000_000
        self.microseconds = microseconds / day * day
        text = "today"
    }

    var timestamp: Timestamp { Timestamp(microseconds: microseconds) }

    init?(argument: String) {
        let text = argument.utf8.count == 10 ? argument + "T00:00:00Z" : argument
        guard let microseconds = Timestamp(text).microseconds else { return nil }
        self.microseconds = microseconds
        self.text = text
    }
}

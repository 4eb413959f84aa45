/// A failure that ends the whole command, unlike a rejected record.
struct CommandFailure: Error, CustomStringConvertible {
    let status: ExitStatus
    let message: String
    /// Whether a file cannot be read to its end. Others may be whole.
    let isOfReading: Bool

    init(_ status: ExitStatus, _ message: String, isOfReading: Bool = false) {
        self.status = status
        self.message = message
        self.isOfReading = isOfReading
    }

    static func usage(_ message: String) -> CommandFailure { CommandFailure(.usage, message) }

    /// The same failure, which also says what became of the file.
    func adding(_ sentence: String) -> CommandFailure {
        CommandFailure(status, "\(message); \(sentence)", isOfReading: isOfReading)
    }

    var description: String { message }
}

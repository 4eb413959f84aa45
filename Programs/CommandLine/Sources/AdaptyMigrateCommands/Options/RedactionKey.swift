import AdaptyMigrationTools
import AdaptyMigrationTesting

/// Where the key of a redaction comes from: a file or the environment, never the command line, which other users can
/// see.
enum RedactionKey {
    static let variable = "ADAPTY_MIGRATE_KEY"

    /// - Parameters:
    ///   - file: counts for more than the environment.
    ///   - words: texts that stay.
    static func redactor(file: String?, keeping words: [String], _ options: MigrationOptions) throws(CommandFailure)
        -> Redactor
    {
        let key: [UInt8], source: String
        if let file {
            (key, source) = (try read(file), file)
        } else if let text = System.environment(variable), !text.isEmpty {
            (key, source) = (Array(text.utf8), variable)
        } else {
            throw .usage(
                "a key is needed: --key-file FILE, or the environment variable \(variable); make one with: openssl rand -hex 32 > key"
            )
        }
        do throws(MigrationError) {
            return try Redactor(key: key, keeping: words, options: options)
        } catch {
            throw .usage("\(source): \(error.message); \(error.onCommandLine.remedy)")
        }
    }

    /// Without the line break that editors and `echo` put at the end.
    private static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        let descriptor = try System.openForReading(path)
        defer { System.closeFile(descriptor) }
        var lines = LineReader(descriptor, name: path)
        let key = try lines.next() ?? []
        guard try lines.next() == nil else { throw .usage("\(path): a key is one line, and there are more") }
        return key
    }
}

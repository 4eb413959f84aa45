@_spi(Tools) import AdaptyMigrationTools
@_spi(Tools) import AdaptyMigrationTesting

/// The source of the redaction key: a file or the environment, but never the command line, which other users can see.
enum RedactionKey {
    static let variable = "ADAPTY_MIGRATE_KEY"

    /// - Parameters:
    ///   - file: takes precedence over the environment.
    ///   - words: texts that are kept.
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
                "there is no key; use --key-file FILE or set \(variable). To make a key: openssl rand -hex 32 > key"
            )
        }
        do throws(MigrationError) {
            return try Redactor(key: key, keeping: words, options: options)
        } catch {
            throw .usage("\(source): \(error.message); \(error.onCommandLine.remedy)")
        }
    }

    /// The key without the line break that editors and `echo` add.
    private static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        var lines = LineReader(try ByteSource(path: path))
        let key = try lines.next() ?? []
        guard try lines.next() == nil else { throw .usage("\(path): the key must be the only line of the file") }
        return key
    }
}

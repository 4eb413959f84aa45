@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

extension Dialect: @retroactive ExpressibleByArgument {
    /// An id, or a version of Adapty's SDK, which means the dialect that servers send to it.
    public init?(argument: String) {
        guard let dialect = Dialect(rawValue: argument) ?? SDKVersion(argument)?.commonDialect else { return nil }
        self = dialect
    }
}

extension RecordKind: @retroactive ExpressibleByArgument {}

import AdaptyMigrationTools
import ArgumentParser

extension Dialect: @retroactive ExpressibleByArgument {}
extension RecordKind: @retroactive ExpressibleByArgument {}

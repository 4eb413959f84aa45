import AdaptyMigrationTools
import ArgumentParser

extension Dialect: @retroactive ExpressibleByArgument {}
extension Kind: @retroactive ExpressibleByArgument {}

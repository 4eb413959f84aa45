import AdaptyMigration
import ArgumentParser

extension Dialect: @retroactive ExpressibleByArgument {}
extension Kind: @retroactive ExpressibleByArgument {}

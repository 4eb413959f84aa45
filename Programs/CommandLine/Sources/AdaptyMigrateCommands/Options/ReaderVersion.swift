@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

/// A version of Adapty's SDK whose decoder must accept the records, 2.0 or later.
struct ReaderVersion: ExpressibleByArgument {
    let sdk: SDKVersion

    init?(argument: String) {
        guard let sdk = SDKVersion(argument), sdk >= .oldestReader else { return nil }
        self.sdk = sdk
    }
}

@_spi(Tools) import AdaptyMigrationTools
import ArgumentParser

/// A version of Adapty's SDK whose decoder must accept the records, 2.0 or later.
struct ReaderVersion: ExpressibleByArgument {
    let sdk: SDKVersion

    init?(argument: String) {
        guard let sdk = SDKVersion(argument), sdk >= .oldestReader else { return nil }
        self.sdk = sdk
    }

    /// Whether a target is none, or the one dialect that the version reads.
    func isRead(from target: DialectArgument?) -> Bool {
        target.map { $0.named != nil && $0.named == sdk.commonDialect } ?? true
    }

    /// Says when a version is too new to be known.
    func tell() {
        guard sdk.isNewerThanKnown else { return }
        let newest = SDKVersion.newestReader
        Terminal.note(
            "SDK \(sdk) is newer than \(newest.major).\(newest.minor), the newest one that is known; it is taken to read the same"
        )
    }
}

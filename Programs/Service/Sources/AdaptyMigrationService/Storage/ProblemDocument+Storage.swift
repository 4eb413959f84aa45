@_spi(Tools) import AdaptyMigrationTools
import AdaptyMigrationSQL

extension ProblemDocument {
    /// Too many writes are waiting.
    static let busy = ProblemDocument(
        Code(rawValue: "busy", title: "The service is busy"), status: 503,
        detail: "too many requests are waiting to be stored",
        remedy: "send it again in a second")

    /// The cause goes to the log. The client only learns that it may retry.
    init(_ failure: StoreFailure) {
        self.init(
            Code(rawValue: "database", title: "The database failed"), status: 503,
            detail: "the database could not answer; nothing was confirmed", remedy: "send it again")
    }
}

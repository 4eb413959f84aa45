import AdaptyMigrationTools
import AdaptyMigrationSQL

extension ProblemDocument {
    /// More writes wait than there is room for.
    static let busy = ProblemDocument(
        Code(rawValue: "busy", title: "Too much to do"), status: 503, detail: "too many requests wait to be stored",
        remedy: "send it again in a second")

    /// What went wrong is for the log; the client learns that it may try again.
    init(_ failure: StoreFailure) {
        self.init(
            Code(rawValue: "database", title: "The database failed"), status: 503,
            detail: "the database could not answer, nothing was confirmed", remedy: "send it again")
    }
}

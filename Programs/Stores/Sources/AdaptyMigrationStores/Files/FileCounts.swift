/// The results for the records of a file.
struct FileCounts: Sendable, Equatable {
    var changed = 0
    var unchanged = 0
    var rejected = 0
}

/// A string of the record with its quotes; empty where there is none.
struct Token: BitwiseCopyable {
    var start = 0, end = 0

    @inline(__always)
    var isEmpty: Bool { start == end }
}

/// What the program tells its caller (the numbers of `sysexits.h`).
enum ExitStatus: Int32 {
    /// Every record was converted.
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// Some records were rejected.
    case rejects = 65
    /// An input is missing or cannot be read.
    case noInput = 66
    /// Reading or writing failed.
    case failedIO = 74
    /// Stopped by an interruption; the same command goes on.
    case paused = 75
    /// Whoever read standard output has closed it, as `head` does: no failure of anybody's. What a shell reports of a
    /// program that SIGPIPE ends.
    case closedPipe = 141
}

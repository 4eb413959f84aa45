/// The exit status of the program (the numbers of `sysexits.h`).
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
    /// Stopped by an interruption, or by a server that does not answer; the same command continues.
    case paused = 75
    /// The reader of standard output has closed it, as `head` does. This is not a failure. A shell reports the same
    /// status for a program that SIGPIPE ends.
    case closedPipe = 141
}

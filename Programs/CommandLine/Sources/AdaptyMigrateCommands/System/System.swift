import AdaptyMigrationFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few calls of the operating system that the program needs. Everything else here is plain Swift.
enum System {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// What the last failed call says about itself.
    static var lastError: String { Posix.lastError }

    // MARK: Files

    static func openForReading(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(.noInput, "\(path): cannot be opened: \(lastError)") }
        return descriptor
    }

    /// Opens something that is there already and is no regular file, such as a device or a pipe.
    static func openForWriting(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(.failedIO, "\(path): cannot be written: \(lastError)") }
        return descriptor
    }

    /// Opens an empty file that nobody else writes to: a new one, or what a killed run of this user left there. A lock
    /// on it, which goes with the process however that ends, tells the two apart.
    ///
    /// - Returns: `nil` when it is in use, or somebody else's.
    static func claim(_ path: String) throws(CommandFailure) -> Int32? {
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        let isNew = descriptor >= 0
        guard isNew || errno == EEXIST else {
            throw CommandFailure(.failedIO, "\(path): cannot be created: \(lastError)")
        }
        if !isNew { descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        // Where a file system has no locks, a new file is still nobody else's.
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFree = isLocked || isNew && errno != EWOULDBLOCK
        // Whoever had the lock may have given the file its name meanwhile.
        guard isFree, let held = FileStatus.of(descriptor), held.isRegular, held.owner == geteuid(), held.links == 1,
            held.identity == FileStatus.of(path)?.identity, ftruncate(descriptor, 0) == 0
        else {
            closeFile(descriptor)
            return nil
        }
        return descriptor
    }

    /// A second descriptor of an open file, which keeps its lock when the first is closed.
    static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

    /// Reads at most as many bytes as there is room for; 0 at the end.
    static func read(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, name: String) throws(CommandFailure)
        -> Int
    {
        if let count = Posix.read(descriptor, memory) { return count }
        throw CommandFailure(errno == EISDIR ? .noInput : .failedIO, "\(name): cannot be read: \(lastError)")
    }

    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, name: String) throws(CommandFailure) {
        guard Posix.write(descriptor, bytes) else {
            if errno == EPIPE, descriptor == standardOutput { throw CommandFailure(.closedPipe, "") }
            throw CommandFailure(.failedIO, "\(name): cannot be written: \(lastError)")
        }
    }

    static func write(_ descriptor: Int32, _ bytes: [UInt8], name: String) throws(CommandFailure) {
        let result = bytes.withUnsafeBytes { memory in
            Result { () throws(CommandFailure) in try write(descriptor, memory, name: name) }
        }
        try result.get()
    }

    /// Asks for a pipe that holds a whole block or more, so that its two ends change over less often. What is no pipe,
    /// or may not grow, stays as it is.
    static func widenPipe(_ descriptor: Int32) {
        #if os(Linux)
        _ = fcntl(descriptor, 1031 /* F_SETPIPE_SZ */, CInt(1 << 20))
        #endif
    }

    /// Puts a file's bytes on the disk itself, so that the name never stands for half a file after a power cut.
    static func flushToDisk(_ descriptor: Int32, name: String) throws(CommandFailure) {
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw CommandFailure(.failedIO, "\(name): cannot be written: \(lastError)")
        }
    }

    static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

    /// Closes a file that was written: some file systems report a full disk only here.
    static func closeWritten(_ descriptor: Int32, name: String) throws(CommandFailure) {
        guard close(descriptor) == 0 || errno == EINTR else {
            throw CommandFailure(.failedIO, "\(name): cannot be written: \(lastError)")
        }
    }

    static func move(_ from: String, to path: String) throws(CommandFailure) {
        guard rename(from, path) == 0 else {
            throw CommandFailure(.failedIO, "\(path): cannot be written: \(lastError)")
        }
    }

    static func remove(_ path: String) { _ = unlink(path) }

    static func copyPermissions(_ mode: UInt32, to descriptor: Int32) { _ = fchmod(descriptor, mode_t(mode & 0o7777)) }

    // MARK: Folders

    /// The names in a folder, in the order of their bytes, so that every machine converts in the same order.
    static func names(in folder: String) throws(CommandFailure) -> [String] {
        guard let names = Posix.names(in: folder) else {
            throw CommandFailure(.noInput, "\(folder): the folder cannot be read: \(lastError)")
        }
        return names
    }

    /// Creates a folder and those above it.
    static func createFolder(_ path: String) throws(CommandFailure) {
        if path.isEmpty || FileStatus.of(path)?.isFolder == true { return }
        try createFolder(Path.folder(of: path))
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw CommandFailure(.failedIO, "\(path): the folder cannot be created: \(lastError)")
        }
    }

    static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    // MARK: Process

    /// Takes the numbers 0, 1 and 2 if the caller closed them: otherwise the next file opened would pose as standard
    /// output. Opened for reading only, so that writing there fails and is reported.
    static func occupyStandardDescriptors() {
        for descriptor in [standardInput, standardOutput, standardError] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How many columns a terminal has; `nil` for what is none, or does not say.
    static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// How many threads can run at the same time.
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Seconds since an arbitrary moment.
    static var clock: Double {
        var now = timespec()
        _ = clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }

    /// Microseconds since 1970.
    static var now: Int64 { Int64(time(nil)) * 1_000_000 }

    static func finish(_ status: Int32) -> Never { exit(status) }
}

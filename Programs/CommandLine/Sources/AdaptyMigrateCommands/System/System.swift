import AdaptyMigrationFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few system calls that the program needs. Everything else here is plain Swift.
enum System {
    static let standardInput: Int32 = 0
    static let standardOutput: Int32 = 1
    static let standardError: Int32 = 2

    /// The system's message for the last failed call.
    static var lastError: String { Posix.lastError }

    // MARK: Files

    static func openForReading(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(.noInput, "\(path): cannot be opened: \(lastError)", isOfReading: true)
        }
        return descriptor
    }

    /// Opens an existing file that is not a regular file, such as a device or a pipe.
    static func openForWriting(_ path: String) throws(CommandFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CommandFailure(.failedIO, "\(path): cannot be written: \(lastError)") }
        return descriptor
    }

    /// Opens an empty file that nobody else writes to: a new one, or the left-over of a killed run of this user. A lock
    /// on the file, which ends with the process, distinguishes the two.
    ///
    /// - Returns: `nil` when the file is in use or belongs to somebody else.
    static func claim(_ path: String) throws(CommandFailure) -> Int32? {
        var descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        let isNew = descriptor >= 0
        guard isNew || errno == EEXIST else {
            throw CommandFailure(.failedIO, "\(path): cannot be created: \(lastError)")
        }
        if !isNew { descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        // On a file system without locks, a new file still belongs to nobody else.
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFree = isLocked || isNew && errno != EWOULDBLOCK
        // The owner of the lock may have renamed the file in the meantime.
        guard isFree, let held = FileStatus.of(descriptor), held.isRegular, held.owner == geteuid(), held.links == 1,
            held.identity == FileStatus.of(path)?.identity, ftruncate(descriptor, 0) == 0
        else {
            closeFile(descriptor)
            return nil
        }
        return descriptor
    }

    /// A second descriptor of an open file, which keeps the lock when the first one is closed.
    static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

    /// Reads at most as many bytes as fit; 0 at the end.
    static func read(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, name: String) throws(CommandFailure)
        -> Int
    {
        if let count = Posix.read(descriptor, memory) { return count }
        throw CommandFailure(
            errno == EISDIR ? .noInput : .failedIO, "\(name): cannot be read: \(lastError)", isOfReading: true)
    }

    /// Whether a read would not wait any more within a time in milliseconds. A regular file never waits.
    static func hasInput(_ descriptor: Int32, within time: Int) -> Bool {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, Int32(time)) != 0
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

    /// Requests a pipe that can hold a whole block or more, so that its two ends alternate less often. Other kinds of
    /// file, and pipes that may not grow, stay as they are.
    static func widenPipe(_ descriptor: Int32) {
        #if os(Linux)
        _ = fcntl(descriptor, 1031 /* F_SETPIPE_SZ */, CInt(1 << 20))
        #endif
    }

    /// Where the next byte of a file goes.
    static func position(_ descriptor: Int32) -> Int { Int(lseek(descriptor, 0, SEEK_CUR)) }

    /// Cuts a file off, so that the next byte goes to its end.
    static func cut(_ descriptor: Int32, to length: Int, name: String) throws(CommandFailure) {
        guard ftruncate(descriptor, off_t(length)) == 0, lseek(descriptor, off_t(length), SEEK_SET) >= 0 else {
            throw CommandFailure(.failedIO, "\(name): cannot be written: \(lastError)")
        }
    }

    /// Flushes a file's bytes to disk, so that the file is complete after a power cut.
    static func flushToDisk(_ descriptor: Int32, name: String) throws(CommandFailure) {
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw CommandFailure(.failedIO, "\(name): cannot be written: \(lastError)")
        }
    }

    static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

    /// Closes a file that was written. Some file systems report a full disk only here.
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

    /// Creates a second name for a file.
    ///
    /// - Returns: whether the file system and the permissions allow it.
    static func link(_ path: String, as other: String) -> Bool { linkat(AT_FDCWD, path, AT_FDCWD, other, 0) == 0 }

    static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    // MARK: Folders

    /// The names in a folder in byte order, so that every machine converts in the same order.
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

    /// Occupies the numbers 0, 1 and 2 if the caller closed them. Otherwise the next opened file would become standard
    /// output. They are opened only for reading, so that writing fails and is reported.
    static func occupyStandardDescriptors() {
        for descriptor in [standardInput, standardOutput, standardError] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The width of a terminal in columns; `nil` when it is not a terminal or does not report its width.
    static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The number of threads that can run at the same time.
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

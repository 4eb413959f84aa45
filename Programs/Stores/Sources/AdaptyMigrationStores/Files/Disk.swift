import AdaptyMigrationFiles
import CFileAttributes

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The calls that change the file system. Tests can intercept them: before and after each call the process may die, and
/// each call may fail.
package final class Disk {
    /// Called before each call. It returns the error number with which the call must fail, or `nil`.
    private let before: () -> Int32?
    private let after: () -> Void

    package init(before: @escaping () -> Int32? = { nil }, after: @escaping () -> Void = {}) {
        self.before = before
        self.after = after
    }

    /// Creates an empty file, or empties an existing one.
    func create(_ path: String, mode: UInt32 = 0o600) throws(StoreFailure) -> Int32 {
        var descriptor: Int32 = -1
        try call(path) {
            descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode_t(mode & 0o7777))
            return descriptor >= 0
        }
        return descriptor
    }

    func openToAppend(_ path: String) throws(StoreFailure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw Disk.failure(path) }
        return descriptor
    }

    func write(_ descriptor: Int32, _ bytes: [UInt8], _ path: String) throws(StoreFailure) {
        if bytes.isEmpty { return }
        try call(path) { bytes.withUnsafeBytes { Posix.write(descriptor, $0) } }
    }

    /// Flushes a file's bytes, or a folder's names, to disk. Some file systems cannot do that, and return `EINVAL`.
    func sync(_ descriptor: Int32, _ path: String) throws(StoreFailure) {
        try call(path) { fsync(descriptor) == 0 || errno == EINVAL }
    }

    /// Some file systems report a full disk only when the file is closed.
    func close(_ descriptor: Int32, _ path: String) throws(StoreFailure) {
        try call(path) { Disk.closeNow(descriptor) == 0 || errno == EINTR }
    }

    func syncFolder(_ path: String) throws(StoreFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Disk.failure(path) }
        defer { Disk.drop(descriptor) }
        try sync(descriptor, path)
    }

    func shorten(_ path: String, to size: Int) throws(StoreFailure) {
        try call(path) { truncate(path, off_t(size)) == 0 }
    }

    func move(_ path: String, to other: String) throws(StoreFailure) { try call(other) { rename(path, other) == 0 } }

    /// Creates a second name for a file.
    ///
    /// - Returns: `false` when the file system or the permissions do not allow it.
    func link(_ path: String, as other: String) throws(StoreFailure) -> Bool {
        if let number = before() {
            errno = number
        } else if Disk.linkNow(path, other) == 0 {
            after()
            return true
        }
        guard [EPERM, EMLINK, ENOTSUP, ENOSYS].contains(errno) else { throw Disk.failure(other) }
        return false
    }

    /// Removes a file if it exists.
    func remove(_ path: String) throws(StoreFailure) { try call(path) { unlink(path) == 0 || errno == ENOENT } }

    /// Creates a folder if it does not exist.
    func makeFolder(_ path: String, mode: UInt32 = 0o700) throws(StoreFailure) {
        try call(path) { mkdir(path, mode_t(mode)) == 0 || errno == EEXIST }
    }

    /// Removes a folder with all its contents, if it exists.
    func removeFolder(_ path: String) throws(StoreFailure) {
        for name in Posix.names(in: path) ?? [] {
            let inside = Path.join(path, name)
            if !Posix.isLink(inside), FileStatus.of(inside)?.isFolder == true {
                try removeFolder(inside)
            } else {
                try remove(inside)
            }
        }
        try removeEmptyFolder(path)
    }

    /// Removes a folder if it exists and is empty.
    func removeEmptyFolder(_ path: String) throws(StoreFailure) {
        try call(path) { rmdir(path) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno) }
    }

    /// Copies the permissions, the owner and the extended attributes of another file to a new file, as far as this user
    /// may.
    ///
    /// - Parameter path: the path of the other file.
    func dress(_ descriptor: Int32, as status: FileStatus, at path: String) throws(StoreFailure) {
        if status.owner != geteuid() || status.group != getegid() { _ = fchown(descriptor, status.owner, status.group) }
        let failed = file_attributes_copy(path, descriptor)
        guard failed == 0 else {
            errno = failed
            throw Disk.failure(path)
        }
        _ = fchmod(descriptor, mode_t(status.mode & 0o7777))
    }

    /// Closes a file that was only read or is discarded.
    static func drop(_ descriptor: Int32) { _ = closeNow(descriptor) }

    private func call(_ path: String, _ body: () -> Bool) throws(StoreFailure) {
        if let number = before() {
            errno = number
            throw Disk.failure(path)
        }
        guard body() else { throw Disk.failure(path) }
        after()
    }

    static func failure(_ path: String) -> StoreFailure {
        let remedy =
            switch errno {
            case ENOSPC, EDQUOT: "free disk space and run the same command again; finished files stay"
            case EACCES, EPERM, EROFS:
                "give this user the right to write there and run the same command again; finished files stay"
            default: "run the same command again; finished files stay"
            }
        return StoreFailure(.failed, "\(path): \(Posix.lastError)", remedy: remedy)
    }

    private static func closeNow(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        Darwin.close(descriptor)
        #elseif canImport(Glibc)
        Glibc.close(descriptor)
        #else
        Musl.close(descriptor)
        #endif
    }

    private static func linkNow(_ path: String, _ other: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.link(path, other)
        #elseif canImport(Glibc)
        Glibc.link(path, other)
        #else
        Musl.link(path, other)
        #endif
    }
}

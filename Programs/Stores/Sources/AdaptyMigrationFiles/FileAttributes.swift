import CFileAttributes

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The owner, the permissions and the extended attributes of a file.
public enum FileAttributes {
    /// Gives them to another open file, as far as this user may.
    ///
    /// - Parameter path: the file that has them; `status` is its status.
    /// - Returns: whether that succeeded; if not, ``Posix/lastError`` says why.
    public static func copy(from path: String, _ status: FileStatus, to descriptor: Int32) -> Bool {
        if status.owner != geteuid() || status.group != getegid() { _ = fchown(descriptor, status.owner, status.group) }
        errno = file_attributes_copy(path, descriptor)
        guard errno == 0 else { return false }
        _ = fchmod(descriptor, mode_t(status.mode & 0o7777))
        return true
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the file system knows about a path.
struct FileStatus {
    /// The file itself, whatever its names.
    struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    let identity: Identity
    let size: Int
    let mode: UInt32

    var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

    /// Follows symbolic links; `nil` when nothing is there.
    static func of(_ path: String) -> FileStatus? {
        var status = stat()
        return stat(path, &status) == 0 ? FileStatus(status) : nil
    }

    static func of(_ descriptor: Int32) -> FileStatus? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
    }

    private init(_ status: stat) {
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
        size = Int(status.st_size)
        mode = UInt32(truncatingIfNeeded: status.st_mode)
    }
}

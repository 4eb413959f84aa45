#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file system's information about a path.
public struct FileStatus: Sendable {
    /// The identity of the file, whatever its names are.
    public struct Identity: Hashable, Sendable {
        public let device: UInt64
        public let number: UInt64
    }

    public let identity: Identity
    public let size: Int
    /// The time of the last change, in nanoseconds since 1970.
    public let modified: Int64
    /// The number of its names.
    public let links: Int
    public let mode: UInt32
    public let owner: UInt32
    public let group: UInt32

    public var isFolder: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    public var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

    /// Follows symbolic links; `nil` when the path does not exist.
    public static func of(_ path: String) -> FileStatus? {
        var status = stat()
        return stat(path, &status) == 0 ? FileStatus(status) : nil
    }

    public static func of(_ descriptor: Int32) -> FileStatus? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? FileStatus(status) : nil
    }

    private init(_ status: stat) {
        identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
        size = Int(status.st_size)
        mode = UInt32(truncatingIfNeeded: status.st_mode)
        owner = status.st_uid
        group = status.st_gid
        links = Int(status.st_nlink)
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

import AdaptyMigrationFiles
import CFileAttributes

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is read completely and replaced atomically, even if the process or the machine stops: it is written to a
/// temporary file, flushed to disk, and renamed.
struct WholeFile {
    /// The preferences of an app are far smaller. The limit protects the memory in case of a wrong path.
    private static let largest = 1 << 28
    private static let partSuffix = ".adapty-part"

    /// The path with every symbolic link resolved, so that the file is replaced and not a link to it.
    let path: String

    init(_ path: String) throws(StoreFailure) {
        guard let resolved = Posix.realPath(path) else {
            throw StoreFailure(
                .missing, "\(path) cannot be read: \(Posix.lastError)", remedy: "check the path and the permissions")
        }
        self.path = resolved
    }

    private init(resolved path: String) { self.path = path }

    /// The path of the same file with a suffix.
    func beside(_ suffix: String) -> WholeFile { WholeFile(resolved: path + suffix) }

    static func stands(_ path: String) -> Bool { access(path, F_OK) == 0 }

    func read() throws(StoreFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(Posix.lastError) }
        defer { close(descriptor) }
        guard let status = FileStatus.of(descriptor), status.isRegular else {
            throw unreadable("it is not a regular file")
        }
        guard status.size <= WholeFile.largest else {
            throw unreadable("it has more than \(WholeFile.largest >> 20) MB")
        }
        var bytes: [UInt8] = [], block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            guard let count = block.withUnsafeMutableBytes({ Posix.read(descriptor, $0) }) else {
                throw unreadable(Posix.lastError)
            }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
    }

    /// Overwrites the file, unless somebody has changed it since it was read.
    func write(_ bytes: [UInt8], over old: [UInt8]) throws(StoreFailure) {
        guard try read() == old else {
            throw StoreFailure(
                .refused, "another program changed \(path) in the meantime", remedy: "stop the app, and try again")
        }
        try write(bytes, like: self)
    }

    /// - Parameter model: the file whose permissions are copied.
    func write(_ bytes: [UInt8], like model: WholeFile) throws(StoreFailure) {
        guard let status = FileStatus.of(model.path) else { throw failed(model.path) }
        guard status.mode & 0o222 != 0, access(model.path, W_OK) == 0 else {
            throw StoreFailure(.failed, "\(model.path) is read-only", remedy: "give this user the right to write to it")
        }
        let part = beside(WholeFile.partSuffix).path
        do throws(StoreFailure) {
            try WholeFile.create(part, bytes, mode: status.mode, like: model.path)
            guard rename(part, path) == 0 else { throw failed(path) }
        } catch {
            _ = unlink(part)
            throw error
        }
        try syncFolder()
    }

    /// Removes temporary files of a killed run. Nobody else writes while the folder is locked.
    func removePart() { _ = unlink(beside(WholeFile.partSuffix).path) }

    func remove() throws(StoreFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failed(path) }
        try syncFolder()
    }

    /// Allows one run at a time in a folder. The lock ends with the process, however that ends, and leaves nothing
    /// behind.
    func exclusively<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed(folder) }
        defer { close(descriptor) }
        guard FileLock.take(descriptor) else {
            throw StoreFailure(.refused, "another run is in progress in \(folder)", remedy: "wait for it, or stop it")
        }
        return try body()
    }

    // MARK: Calls of the system

    /// - Parameter model: the file whose extended attributes are copied; `nil` for none.
    private static func create(
        _ path: String, _ bytes: [UInt8], mode: UInt32, like model: String? = nil
    ) throws(StoreFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw WholeFile.failed(path) }
        let isWritten =
            bytes.withUnsafeBytes { Posix.write(descriptor, $0) }
            && model.map { file_attributes_copy($0, descriptor) == 0 } ?? true
            && fchmod(descriptor, mode_t(mode & 0o7777)) == 0
            && fsync(descriptor) == 0
        let failure = WholeFile.failed(path)
        // Some file systems report a full disk only when the file is closed.
        guard close(descriptor) == 0, isWritten else { throw isWritten ? WholeFile.failed(path) : failure }
    }

    /// Flushes the names in the folder to disk. Some file systems cannot do that, and return `EINVAL`.
    private func syncFolder() throws(StoreFailure) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failed(folder) }
    }

    private var folder: String { String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) }

    private func unreadable(_ reason: String) -> StoreFailure {
        StoreFailure(.missing, "\(path) cannot be read: \(reason)", remedy: "check the path and the permissions")
    }
    private func failed(_ path: String) -> StoreFailure { WholeFile.failed(path) }

    private static func failed(_ path: String) -> StoreFailure {
        StoreFailure(
            .failed, "\(path): \(Posix.lastError)",
            remedy:
                "free disk space, or give this user the right to write to the folder; then try again. The file is intact"
        )
    }
}

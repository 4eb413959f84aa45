import AdaptyMigrationFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One run at a time: a lock on a file of our own, which goes with the process, however it ends.
struct FileLock {
    private let path: String
    private let descriptor: Int32

    /// - Parameter store: what it is that a second run is refused for.
    init(_ path: String, of store: String) throws(StoreFailure) {
        self.path = path
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw StoreFailure(.failed, "\(path): \(Posix.lastError)", remedy: "give this user the right to write to the folder") }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                close(file)
                throw StoreFailure(.refused, "another run is under way in \(store)", remedy: "wait for it, or stop it")
            }
            if let held = FileStatus.of(file), let named = FileStatus.of(path), held.identity == named.identity {
                descriptor = file
                return
            }
            // Whoever had the lock has just removed its file.
            close(file)
        }
    }

    func release() {
        unlink(path)
        close(descriptor)
    }
}

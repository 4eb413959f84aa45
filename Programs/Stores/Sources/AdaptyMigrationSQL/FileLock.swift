import AdaptyMigrationFiles

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Allows one run at a time, with a lock on a separate file. The lock ends with the process, however that ends.
package struct FileLock {
    private let path: String
    private let descriptor: Int32

    /// - Parameter store: the name of the store in the error for a second run.
    package init(_ path: String, of store: String) throws(StoreFailure) {
        self.path = path
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                throw StoreFailure(
                    .failed, "\(path): \(Posix.lastError)", remedy: "give this user the right to write to the folder")
            }
            guard FileLock.take(file) else {
                close(file)
                throw StoreFailure(
                    .refused, "another run is in progress in \(store)", remedy: "wait for it, or stop it")
            }
            if let held = FileStatus.of(file), let named = FileStatus.of(path), held.identity == named.identity {
                descriptor = file
                return
            }
            // The previous owner of the lock has just removed its file.
            close(file)
        }
    }

    /// Waits at most one second. The lock may still be held by a process that was just killed, or by a child process
    /// that is just starting.
    package static func take(_ descriptor: Int32) -> Bool {
        let clock = ContinuousClock(), end = clock.now + .seconds(1)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard clock.now < end else { return false }
            Pause.until(clock.now, clock.now + .milliseconds(20))
        }
        return true
    }

    package func release() {
        unlink(path)
        close(descriptor)
    }
}

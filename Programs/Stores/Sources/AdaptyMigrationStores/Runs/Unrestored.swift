import AdaptyMigrationFiles
@_spi(Tools) import AdaptyMigrationTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A row whose original cannot be restored.
struct Unrestored {
    let entry: Journal.Entry
    let reason: String

    init(_ entry: Journal.Entry, _ reason: String) {
        self.entry = entry
        self.reason = reason
    }

    var sentence: String { "key \(entry.key): \(reason)" }

    /// Appends the originals to a file of rejects. They are on the disk when it returns, because the journal forgets them
    /// afterwards. A row may be there twice if the process is killed in between, or
    /// the transaction is tried again.
    ///
    /// - Parameter table: the table's name.
    static func append(_ rows: [Unrestored], of table: String, to path: String) throws(StoreFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failed(path) }
        defer { close(descriptor) }
        for row in rows {
            guard row.line(table).withUnsafeBytes({ Posix.write(descriptor, $0) }) else { throw failed(path) }
        }
        // A pipe has no disk.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failed(path) }
    }

    private func line(_ table: String) -> [UInt8] {
        Reject(
            error: MigrationError(.notRestored, reason, remedy: "restore it by hand"), position: .first,
            record: entry.original?.bytes ?? []
        ).line(source: "\(table) key \(entry.key)")
    }

    private static func failed(_ path: String) -> StoreFailure {
        StoreFailure(
            .failed, "\(path): \(Posix.lastError)",
            remedy: "free disk space, or name another file with --rejects; committed changes stay")
    }
}

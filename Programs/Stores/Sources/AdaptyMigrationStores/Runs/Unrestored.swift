import AdaptyMigrationFiles
@_spi(Tools) import AdaptyMigrationTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A document that the end of a run does not keep in its row, and why.
struct Unrestored {
    let key: SQLValue
    let reason: String
    let record: SQLValue

    init(_ key: SQLValue, _ record: SQLValue, _ reason: String) {
        self.key = key
        self.record = record
        self.reason = reason
    }

    /// The original of a row that does not get it back.
    init(_ entry: Journal.Entry, _ reason: String) { self.init(entry.key, entry.original ?? .null, reason) }

    var sentence: String { "key \(key): \(reason)" }

    /// Appends the documents to a file of rejects. They are on the disk when it returns, because the database forgets them
    /// afterwards. A row may be there twice if the process is killed in between, or the transaction is tried again.
    ///
    /// - Parameter table: the table's name.
    static func append(_ rows: [Unrestored], of table: String, to path: String) throws(StoreFailure) {
        if rows.isEmpty { return }
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
            record: record.bytes ?? []
        ).line(source: "\(table) key \(key)")
    }

    private static func failed(_ path: String) -> StoreFailure {
        StoreFailure(
            .failed, "\(path): \(Posix.lastError)",
            remedy: "free disk space, or name another file with --rejects; committed changes stay")
    }
}

import AdaptyMigrationFiles

/// Writes the rejected records of one file. It is created with the first of them.
final class RejectsWriter {
    let path: String
    private let disk: Disk
    private var writer: FileWriter?

    init(_ path: String, _ disk: Disk) {
        self.path = path
        self.disk = disk
    }

    func add(_ reject: Reject, _ source: String) throws(StoreFailure) {
        let writer = if let writer { writer } else { try FileWriter(path, nil, as: nil, disk) }
        self.writer = writer
        try writer.write(reject.line(source: source))
    }

    /// Flushes them to disk.
    func close() throws(StoreFailure) { _ = try writer?.close() }
}

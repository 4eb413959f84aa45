import AdaptyMigrationFiles

/// A file that is replaced by what becomes of it: by all of it, or not at all.
struct InPlaceFile {
    private let path: String
    /// As it was before it was read.
    private let status: FileStatus
    /// The path of the copy; `nil` for none.
    private let copy: String?

    /// The input as a file that is replaced; `nil` when it is not.
    static func of(_ input: Input, _ options: ConversionOptions) throws(CommandFailure) -> InPlaceFile? {
        guard let suffix = options.copySuffix, let path = input.path, !options.dryRun else { return nil }
        guard input.format != .rejects else {
            throw .usage(
                "\(path) has the rejected records of an earlier run; write what becomes of them elsewhere (-o)")
        }
        return try InPlaceFile(path, suffix: suffix)
    }

    /// - Parameter suffix: the end of the name of the copy; empty for none.
    init(_ path: String, suffix: String) throws(CommandFailure) {
        // A symbolic link stays a link, and the copy lies beside the file that it points to.
        guard let real = Posix.realPath(path), let status = FileStatus.of(real) else {
            throw CommandFailure(.noInput, "\(path): \(System.lastError)")
        }
        guard status.isRegular, System.isWritable(real) else {
            throw CommandFailure(
                .failedIO, "\(path) is read-only, or no regular file; it was left as it is")
        }
        self.path = real
        self.status = status
        copy = suffix.isEmpty ? nil : real + suffix
    }

    /// Puts an output into its place, unless it is the same.
    func replace(by output: OutputSlot) throws(CommandFailure) {
        if try output.isSame() { return output.discard() }
        guard let now = FileStatus.of(path), now.identity == status.identity, now.size == status.size,
            now.modified == status.modified
        else {
            throw CommandFailure(
                .failedIO,
                "\(path) was written to by another program while it was read, and was left as it is; run the command again"
            )
        }
        try keep()
        try output.commit()
    }

    /// Makes the copy, unless a run that was killed made it.
    private func keep() throws(CommandFailure) {
        guard let copy else { return }
        guard FileStatus.of(copy) == nil else {
            if try ByteSource(path: path, name: copy).hasSameBytes(as: ByteSource(path: copy)) { return }
            throw .usage("\(copy) is already there, so \(path) was left as it is; move one of them away")
        }
        // Not every file system has second names.
        if System.link(path, as: copy) { return }
        let output = try Output(path: copy)
        try ByteSource(path: path, name: copy).forEachBlock { block throws(CommandFailure) in try output.write(block) }
        try output.commit()
    }
}

import AdaptyMigrationTools

extension Witness {
    /// Reads a whole input.
    ///
    /// - Parameter isWritten: whether a run wrote it. For rejects, a run writes the records themselves.
    mutating func read(_ input: Input, maximumDepth: Int, isWritten: Bool = false) throws(CommandFailure) {
        if input.format == .csv, let path = input.path {
            begin(.export)
            return try read(path)
        }
        let reader = try InputReader(input, maximumDepth: maximumDepth),
            block = Block<Never>(capacity: reader.blockSize)
        begin(reader.isDocument ? .document : reader.keepsRejects && !isWritten ? .rejects : .lines)
        while try reader.next(block) { block.withBytes { add($0) } }
    }

    private mutating func read(_ path: String) throws(CommandFailure) {
        let descriptor = try System.openForReading(path)
        defer { System.closeFile(descriptor) }
        let reader = BlockReader(descriptor, name: path)
        var buffer = RecordBuffer()
        while let count = try reader.next(&buffer) { buffer.withUnsafeBytes { add($0[..<count]) } }
    }
}

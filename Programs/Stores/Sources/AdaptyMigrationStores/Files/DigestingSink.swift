import AdaptyMigrationTools

/// Counts content and digests it.
class DigestingSink: ContentSink {
    private var digest = SHA256Hash()
    private var buffer: [UInt8] = []

    override func write(_ bytes: [UInt8]) throws(StoreFailure) {
        try super.write(bytes)
        buffer += bytes
        if buffer.count >= FileReader.chunkSize { try flush() }
    }

    private func flush() throws(StoreFailure) {
        digest.update(buffer)
        try pass(on: buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// Receives the content, one chunk at a time.
    func pass(on bytes: [UInt8]) throws(StoreFailure) {}

    /// The digest of the content. No content may follow.
    func finish() throws(StoreFailure) -> String {
        try flush()
        return digest.hex()
    }
}

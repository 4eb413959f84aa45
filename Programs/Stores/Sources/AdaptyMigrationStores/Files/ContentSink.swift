/// Receives and counts the converted content of a file.
class ContentSink {
    private(set) var count = 0

    func write(_ bytes: [UInt8]) throws(StoreFailure) { count += bytes.count }
}

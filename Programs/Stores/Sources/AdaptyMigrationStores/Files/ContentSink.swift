/// Takes the content of a file as it is converted, and counts it.
class ContentSink {
    private(set) var count = 0

    func write(_ bytes: [UInt8]) throws(StoreFailure) { count += bytes.count }
}
